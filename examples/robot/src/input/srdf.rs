//! SRDF files: the pairs of links that need no check, `<disable_collisions link1="A" link2="B"/>`.

use super::{elements, parse_xml, place, read_xml};
use crate::model::{LinkPair, Robot};
use crate::refusal::Refusal;
use std::path::Path;

/// The pairs that a file disables. Refuses links that the robot does not have.
pub fn read(path: &Path, robot: &Robot) -> Result<Vec<LinkPair>, Refusal> {
    let text = read_xml(path)?;
    let document = parse_xml(path, &text)?;
    let pair = |element: roxmltree::Node<'_, '_>| {
        let refusal = |problem: String| Refusal::at(place(path, element), problem);
        let name = |key| element.attribute(key).ok_or_else(|| refusal(format!("disable_collisions without {key}")));
        robot.link_pair(name("link1")?, name("link2")?).map_err(refusal)
    };
    elements(&document, "disable_collisions").map(pair).collect()
}
