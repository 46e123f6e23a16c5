//! Solves the cases of a file and prints distances and depths.
//!
//! `cargo run --release --example solve -- --help` says how.

mod answer;
mod case;
mod number;
mod options;
mod space;
mod trace;

fn main() {
    let options = options::Options::parse();
    let text = std::fs::read_to_string(&options.file).unwrap();
    for (i, line) in text.lines().enumerate() {
        let directory = options.file.parent().unwrap();
        let case = match case::Case::read(line, i + 1, directory) {
            Ok(case) => case,
            Err(e) => {
                eprintln!("{}:{}: {e}", options.file.display(), i + 1);
                continue;
            }
        };
        match answer::solve(&case, &options, None) {
            Ok(a) => println!(
                "{}",
                serde_json::json!({"id": case.id, "status": if a.end == gjk::Status::BadSupport {"bad_support"} else {"ok"}, "signed_distance": a.signed_distance, "normal": a.normal,
                "point_a": a.point_a, "point_b": a.point_b, "lower": a.lower, "upper": a.upper, "iterations": a.iterations, "epa_iterations": a.epa_iterations, "end": format!("{:?}", a.end)})
            ),
            Err(e) => println!(
                "{}",
                serde_json::json!({"id": case.id, "status": if let space::Refusal::Library(e) = &e {options::snake(&format!("{e:?}"))} else {e.to_string()}})
            ),
        }
    }
}
