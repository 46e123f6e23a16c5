//! Prints tables of ratios. The measurements can also be written as JSON.

use crate::library::Question;
use crate::scene::Regime;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;

/// The result of one library on the scenes of one regime.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    pub workload: &'static str,
    pub question: Question,
    pub regime: Regime,
    pub name: &'static str,
    pub nanoseconds: f64,
    /// The time divided by that of the library that all are compared with.
    pub ratio: f64,
    /// The share of answers that are wrong.
    pub wrong: f64,
}

/// The library that all are compared with: `query::*` of parry in `f32`; for warm starts, which these functions do not
/// have, its GJK.
pub fn base(question: Question) -> &'static str {
    if question == Question::Warm { "parry GJK f32" } else { "parry f32" }
}

/// The questions, their titles, and the regimes that each applies to.
pub const QUESTIONS: [(Question, &str, &[Regime]); 7] = [
    (Question::Intersect, "intersect", &[Regime::Far, Regime::Near, Regime::Shallow, Regime::Deep]),
    (Question::Distance, "distance", &[Regime::Far, Regime::Near, Regime::Coherent]),
    (Question::Warm, "warm", &[Regime::Coherent]),
    (Question::Penetration, "penetration", &[Regime::Shallow, Regime::Deep]),
    (Question::Manifold, "manifold", &[Regime::Shallow, Regime::Deep]),
    (Question::Cast, "cast", &[Regime::Cast]),
    (Question::Ray, "ray", &[Regime::Ray]),
];

/// The geometric mean of positive numbers.
fn mean(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    (numbers.clone().map(f64::ln).sum::<f64>() / numbers.count() as f64).exp()
}

/// The distinct names of a list, in the order of their first occurrence.
fn names(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A share in per cent, with no text for zero.
fn percent(share: f64) -> String {
    match 100.0 * share {
        0.0 => String::new(),
        percent if percent < 0.1 => " (<0.1 %)".into(),
        percent if percent < 9.95 => format!(" ({percent:.1} %)"),
        percent => format!(" ({percent:.0} %)"),
    }
}

/// A ratio with two significant digits.
fn ratio(ratio: f64) -> String {
    match ratio {
        small if small < 0.0995 => format!("{small:.3}"),
        large if large >= 9.95 => format!("{large:.0}"),
        middle => format!("{middle:.2}"),
    }
}

/// The cell of one library: the mean over regimes.
fn cell(measurements: &[&Measurement]) -> String {
    if measurements.is_empty() {
        return String::new();
    }
    let wrong = measurements.iter().map(|m| m.wrong).sum::<f64>() / measurements.len() as f64;
    ratio(mean(measurements.iter().map(|m| m.ratio))) + &percent(wrong)
}

/// The table for a question. It has a row for each workload with the mean over the regimes, and if `split` also a row
/// for each regime.
pub fn table(question: Question, all: &[Measurement], split: bool) -> Option<Table> {
    let all: Vec<_> = all.iter().filter(|m| m.question == question).collect();
    let (_, name, regimes) = QUESTIONS.iter().find(|(q, ..)| *q == question)?;
    let base = base(question);
    let libraries = names(all.iter().map(|m| m.name).filter(|library| *library != base));
    if all.is_empty() {
        return None;
    }
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN);
    let header = [(*name).to_string(), format!("{base}, ns")];
    table.set_header(header.into_iter().chain(libraries.iter().map(ToString::to_string)));
    let mut row = |title: String, of: &dyn Fn(&Measurement) -> bool| {
        let of = |library| all.iter().copied().filter(|m| m.name == library && of(m)).collect::<Vec<_>>();
        let of_base = of(base);
        let wrong = of_base.iter().map(|m| m.wrong).sum::<f64>() / of_base.len() as f64;
        let time = format!("{:.0}{}", mean(of_base.iter().map(|m| m.nanoseconds)), percent(wrong));
        table.add_row([title, time].into_iter().chain(libraries.iter().map(|library| cell(&of(*library)))));
    };
    for workload in names(all.iter().map(|m| m.workload)) {
        row(workload.to_string(), &|m| m.workload == workload);
        if split && regimes.len() > 1 {
            for regime in *regimes {
                row(format!("· {regime}"), &|m| m.workload == workload && m.regime == *regime);
            }
        }
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    Some(table)
}
