//! Chain files: a folder of meshes with a `chain.json` that says how the links are joined.
//!
//! The file has `robot`, `links` (each a `name` and a `mesh`, the name of a file beside it or null) and `joints`
//! (`name`, `type`, `parent`, `child`, `xyz`, `rpy`, and where they apply `axis`, `lower`, `upper` and `mimic`, the
//! name of a joint). Other entries are ignored.

use super::{mesh, read_text};
use crate::model::{Body, JointInput, Kind, Link, Mimic, Robot, Shape, pose};
use crate::refusal::Refusal;
use gjk::Pose;
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Chain {
    robot: String,
    links: Vec<ChainLink>,
    joints: Vec<ChainJoint>,
}

#[derive(Deserialize)]
struct ChainLink {
    name: String,
    mesh: Option<String>,
}

#[derive(Deserialize)]
struct ChainJoint {
    name: String,
    r#type: String,
    parent: String,
    child: String,
    xyz: [f64; 3],
    rpy: [f64; 3],
    axis: Option<[f64; 3]>,
    lower: Option<f64>,
    upper: Option<f64>,
    mimic: Option<String>,
}

pub fn read(path: &Path) -> Result<Robot, Refusal> {
    let in_file = |refusal: Refusal| Refusal::at(path.display(), refusal);
    let chain: Chain = serde_json::from_str(&read_text(path)?).map_err(|error| Refusal::at(path.display(), error))?;
    let directory = path.parent().unwrap_or(Path::new(""));
    let link = |link: ChainLink| {
        let of_link = |refusal: Refusal| Refusal::at(format!("{}: link {}", path.display(), link.name), refusal);
        let points = link.mesh.as_ref().map(|file| mesh::read(&directory.join(file))).transpose().map_err(of_link)?;
        let body = |points| Body { origin: Pose::IDENTITY, shape: Shape::Hull { points } };
        Ok(Link { name: link.name, bodies: points.map(body).into_iter().collect() })
    };
    let links = chain.links.into_iter().map(link).collect::<Result<_, Refusal>>()?;
    let joint = |joint: ChainJoint| {
        let name = joint.name.clone();
        joint.input().map_err(|problem| in_file(Refusal::at(format!("joint {name}"), problem)))
    };
    let joints = chain.joints.into_iter().map(joint).collect::<Result<_, Refusal>>()?;
    Robot::new(chain.robot, links, joints).map_err(in_file)
}

impl ChainJoint {
    fn input(self) -> Result<JointInput, String> {
        let limits = self.lower.zip(self.upper).ok_or("it has no lower and upper limit");
        let kind = match self.r#type.as_str() {
            "fixed" => Kind::Fixed,
            "continuous" => Kind::Continuous,
            "revolute" => limits.map(|(lower, upper)| Kind::Revolute(lower, upper))?,
            "prismatic" => limits.map(|(lower, upper)| Kind::Prismatic(lower, upper))?,
            other => return Err(format!("joints of type {other} are not supported")),
        };
        let axis = match self.axis {
            Some(axis) => axis,
            None if kind == Kind::Fixed => [0.0; 3],
            None => return Err("it has no axis".into()),
        };
        let origin = pose(self.xyz, self.rpy).map_err(|error| format!("its origin: {error}"))?;
        let mimic = self.mimic.map(|joint| Mimic { joint, multiplier: 1.0, offset: 0.0 });
        Ok(JointInput { name: self.name, kind, parent: self.parent, child: self.child, origin, axis, mimic })
    }
}
