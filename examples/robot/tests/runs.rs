//! The program as a user runs it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robot"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

/// The standard output of a run. Standard error has the time, and nothing else.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert!(errors.starts_with("time ") && errors.lines().count() == 1, "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn scrap(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    (path.clone(), path.to_str().unwrap().into())
}

/// A line of the summary, without its title.
fn summary<'t>(text: &'t str, title: &str) -> &'t str {
    let line = text.lines().take_while(|line| !line.is_empty()).find_map(|line| line.strip_prefix(title));
    line.unwrap_or_else(|| panic!("no line {title} in {text}")).trim()
}

#[test]
fn the_run_without_arguments_shows_the_arm() {
    let text = printed(&["--steps"]);
    let (short, rows) = text.split_once("\n\n").unwrap();
    assert_eq!(format!("{short}\n"), printed(&[]));
    assert_eq!(short.lines().count(), 11, "{short}");
    assert_eq!(rows.lines().count(), 1 + 49, "a title and the steps");
    assert_eq!(summary(&text, "in collision"), "1 step");
    assert!(summary(&text, "closest").starts_with("turret - hand, deep 0.0026"), "{text}");
    assert!(summary(&text, "closest").ends_with("m, at step 25"), "{text}");
    let joints = "turn -0.700000 rad, shoulder -0.620000 rad, elbow 2.76000 rad, bend 1.02000 rad, roll 2.40000 rad, \
                  grip 0.0300000 m";
    assert_eq!(summary(&text, "  joints"), joints);
    // Row 25 says the same as the summary.
    let row = rows.lines().find(|line| line.trim_start().starts_with("25 ")).unwrap();
    let point = |title| summary(&text, title).strip_suffix(" m").unwrap();
    for part in [point("  on the first"), point("  on the second"), "turret - hand", "deep"] {
        assert!(row.contains(part), "{row} lacks {part}");
    }
    assert!(row.ends_with("and 1 more pair in collision"), "{row}");
}

#[test]
fn the_readme_shows_the_run() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let mut shown = readme.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let swing = |option| vec!["arm", "arm/swing.csv", option];
    for arguments in [vec![], vec!["--steps"], swing("--gradient"), swing("--swept")] {
        let text = printed(&arguments);
        let mut lines = text.lines();
        for line in shown.next().unwrap().lines().filter(|line| *line != "...") {
            assert!(lines.any(|found| found == line), "{arguments:?} does not print, in this order:\n{line}");
        }
        assert_eq!(lines.next(), None, "README.md lacks the end of {arguments:?}");
    }
    assert_eq!(shown.next(), None);
}

#[test]
fn contact_between_two_steps_is_found() {
    let steps = ["arm", "arm/swing.csv", "--fail-on-collision"];
    assert_eq!(run(&steps).status.code(), Some(0));
    let mut swept = steps.to_vec();
    swept.push("--swept");
    assert_eq!(run(&swept).status.code(), Some(1));
    // Where the proof ends, steps close enough to each other tell.
    let text = printed(&["arm", "arm/swing.csv", "--swept"]);
    let first = summary(&text, "  the first").strip_prefix("free up to step ").unwrap();
    let (end, pair) = first.split_once(": there ").unwrap();
    let (share, percent) = end.split_once(", ").unwrap();
    assert!(pair.starts_with("base - wrist are "), "{text}");
    assert_eq!(percent, format!("{:.2} % of the way to step 1", 100.0 * share.parse::<f64>().unwrap()));
    let fine = printed(&["arm", "arm/swing.csv", "--between", "9999", "--steps"]);
    let (_, rows) = fine.split_once("\n\n").unwrap();
    let first = rows.lines().skip(1).find(|line| line.contains(" deep ")).unwrap();
    let step: f64 = first.split_whitespace().next().unwrap().parse().unwrap();
    let share: f64 = share.parse().unwrap();
    // The end of the proof is rounded down to one in ten thousand, the first contact up to a step; the proof ends early
    // by less than half of that.
    assert!((0.0..2.5e-4).contains(&(step / 10_000.0 - share)) && first.contains("base - wrist"), "{share}: {first}");
}

#[test]
fn a_way_without_contact_is_proven_free() {
    let apart = ["--swept", "--fail-on-collision", "--ignore", "hand", "turret", "--ignore", "turret", "left_finger"];
    let text = printed(&[&apart[..], &["--steps"]].concat());
    assert_eq!(text.matches("all the way").count(), 48);
    assert_eq!(summary(&text, "not proven free"), "0 segments");
    assert!(!text.contains("the first"), "{text}");
}

#[test]
fn every_step_gets_its_gradient() {
    let text = printed(&["--gradient"]);
    let rates: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("grows with ")).collect();
    assert_eq!(rates.len(), 49);
    for rates in rates {
        let names: Vec<&str> = rates.split(", ").map(|rate| rate.split(' ').next().unwrap()).collect();
        assert_eq!(names, ["turn", "shoulder", "elbow", "bend", "roll", "grip"]);
    }
}

#[test]
fn collision_fails_only_on_request() {
    assert_eq!(run(&["--fail-on-collision"]).status.code(), Some(1));
    let apart = ["--fail-on-collision", "--ignore", "hand", "turret", "--ignore", "turret", "left_finger"];
    assert_eq!(run(&apart).status.code(), Some(0));
}

#[test]
fn output_reads_back_as_a_trajectory() {
    let ((first, first_name), (second, second_name)) = (scrap("first.csv"), scrap("second.csv"));
    let sampled = printed(&["arm", "--steps", "--samples", "300", "--seed", "5", "--csv", &first_name]);
    // Queries of samples have no warm start.
    let replayed = printed(&["arm", "--steps", &first_name, "--cold", "--csv", &second_name]);
    assert_eq!(sampled, replayed);
    let (first, second) = (fs::read_to_string(first).unwrap(), fs::read_to_string(second).unwrap());
    assert_eq!(first.lines().count(), 1 + 300);
    assert_eq!(first, second);
}

#[test]
fn the_number_of_threads_does_not_change_the_output() {
    let run = |threads: &str| {
        let (path, name) = scrap(&format!("threads{threads}.csv"));
        let text = printed(&["arm", "--steps", "--samples", "3000", "--threads", threads, "--csv", &name]);
        (text, fs::read_to_string(path).unwrap())
    };
    let one = run("1");
    assert_eq!(one, run("3"));
    assert_eq!(one, run("0"));
    for more in [&["--between", "50", "--gradient"][..], &["--between", "50", "--swept", "--steps"]] {
        let run = |threads| printed(&[more, &["--threads", threads]].concat());
        assert_eq!(run("1"), run("3"));
    }
}

#[test]
fn the_seed_chooses_the_samples() {
    let run = |count: &str, seed: &str| printed(&["arm", "--steps", "--samples", count, "--seed", seed]);
    assert_eq!(run("20", "1"), run("20", "1"));
    assert_ne!(run("20", "1"), run("20", "2"));
    // The rows of a longer run begin with those of the shorter one.
    let rows = |count| run(count, "1").split_once("\n\n").unwrap().1.to_string();
    assert!(rows("21").starts_with(&rows("20")));
}

#[test]
fn steps_between_rows_are_linear() {
    let (path, name) = scrap("between.csv");
    let text = printed(&["--between", "3", "--csv", &name]);
    assert!(summary(&text, "checked").starts_with("193 steps"), "{text}"); // 48 gaps of 4, and the last row
    let values = |row: usize| -> Vec<f64> {
        let text = fs::read_to_string(&path).unwrap();
        text.lines().nth(1 + row).unwrap().split(',').skip(1).take(6).map(|value| value.parse().unwrap()).collect()
    };
    for ((from, middle), to) in values(96).into_iter().zip(values(98)).zip(values(100)) {
        assert!((middle - (from + to) / 2.0).abs() < 1e-15);
    }
}

#[test]
fn pairs_always_in_collision_get_a_hint() {
    let (path, name) = scrap("folded.csv");
    fs::write(path, "time,grip,roll,bend,elbow,shoulder,turn\n0,0.03,2.4,1.02,2.76,-0.62,-0.7\n").unwrap();
    let text = printed(&["arm", &name]);
    let hint = summary(&text, "hint");
    assert!(hint.ends_with("--ignore turret hand --ignore turret left_finger"), "{hint}");
    let (_, options) = hint.split_once("to leave out: ").unwrap();
    let arguments: Vec<&str> = ["arm", name.as_str()].into_iter().chain(options.split(' ')).collect();
    assert_eq!(summary(&printed(&arguments), "in collision"), "0 steps");
}

#[test]
fn packages_are_found_or_given() {
    // The URDF in a folder of its own: package://arm is not above it, as it may be above what is built.
    let directory = std::env::temp_dir().join(format!("robot-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let urdf = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/arm/arm.urdf")).unwrap();
    let file = directory.join("arm.urdf");
    fs::write(&file, urdf.replace("filename=\"meshes/", "filename=\"package://arm/meshes/")).unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(run(&[name]).status.code(), Some(2));
    let given = printed(&[name, "--package", "arm=arm"]);
    assert_eq!(given, printed(&["arm"]));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn limits_can_be_ignored() {
    let name = "tests/broken/limit.csv";
    assert_eq!(run(&["arm", name]).status.code(), Some(2));
    assert!(printed(&["arm", name, "--ignore-limits"]).contains("2 steps"));
}

#[test]
fn rows_come_on_request() {
    let (summary, rows) = (printed(&[]), printed(&["--steps"]));
    assert!(rows.starts_with(&summary) && rows.len() > summary.len(), "{rows}");
    assert!(printed(&[]).starts_with("checked "));
    assert!(printed(&["--swept", "--steps"]).starts_with("swept "));
}
