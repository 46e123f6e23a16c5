//! Input that cannot be used is refused in one sentence that names it, with exit code 2. Such files lie in `broken`;
//! those in `forgiven` are broken only where the program does not look.

use std::process::Command;

/// Arguments, and the sentence.
const REFUSALS: &[(&str, &str)] = &[
    ("nothing.urdf", "nothing.urdf: there is no such file"),
    (".", ".: the folder holds several URDF files, axis.urdf and bad_index.urdf: name one"),
    ("../../src", "../../src: the folder holds neither a chain.json nor a URDF file"),
    ("robot.xacro", "robot.xacro: it is a xacro file: expand it first, with xacro FILE > FILE.urdf"),
    // URDF: XML and elements
    ("xml.urdf", "xml.urdf, line 3: the XML is broken: expected 'link' tag, not 'robot'"),
    ("root.urdf", "root.urdf: its outermost element is not <robot>"),
    ("no_child.urdf", "no_child.urdf, line 4: joint j: it has no <child>"),
    ("origin.urdf", "origin.urdf, line 2: link a: <origin xyz=\"0 0\">: three numbers are expected"),
    ("quaternion.urdf", "quaternion.urdf, line 4: joint j: <origin> has quat_xyzw, which is not supported: say rpy"),
    ("xacro.urdf", "xacro.urdf, line 3: it has elements of xacro: expand it first, with xacro FILE > FILE.urdf"),
    // joints
    ("type.urdf", "type.urdf, line 4: joint j: joints of type hinge are not supported"),
    ("floating.urdf", "floating.urdf, line 4: joint j: joints of type floating are not supported"),
    ("planar.urdf", "planar.urdf, line 4: joint j: joints of type planar are not supported"),
    ("no_limit.urdf", "no_limit.urdf, line 4: joint j: it has no <limit>"),
    ("limits.urdf", "limits.urdf: joint j: its lower limit 1 is not below its upper limit -1"),
    ("axis.urdf", "axis.urdf: joint j: its axis 0 0 0 is no direction"),
    (
        "nowhere.urdf",
        "nowhere.urdf, line 4: joint j: its origin: a coordinate, size or velocity is beyond the scalar's limit",
    ),
    ("mimic_unknown.urdf", "mimic_unknown.urdf: joint j: it mimics k, which is no joint of the robot"),
    ("mimic_itself.urdf", "mimic_itself.urdf: joint j: the joints that it mimics go round in a circle"),
    ("mimic_fixed.urdf", "mimic_fixed.urdf: joint j: it mimics k, which is fixed"),
    // the tree
    ("parent.urdf", "parent.urdf: joint j: its parent c is no link of the robot"),
    ("child.urdf", "child.urdf: joint j: its child c is no link of the robot"),
    ("carried.urdf", "carried.urdf: joint k: its child b is already carried by joint j"),
    ("roots.urdf", "roots.urdf: links a, b are all roots: no joint joins them"),
    ("circle.urdf", "circle.urdf: the joints go round in a circle: every link is the child of one"),
    ("island.urdf", "island.urdf: links c, b hang together in a circle"),
    ("same_link.urdf", "same_link.urdf: link a: there are two of this name"),
    ("same_joint.urdf", "same_joint.urdf: joint j: there are two of this name"),
    // bodies
    ("no_mesh.urdf", "no_mesh.urdf, line 2: link a: missing.obj: there is no such file"),
    (
        "no_package.urdf",
        "no_package.urdf, line 2: link a: the mesh package://nowhere/missing.obj is not in the URDF's folder or one above \
         it; say where with --package nowhere=DIR",
    ),
    (
        "no_package.urdf --package nowhere=there",
        "no_package.urdf, line 2: link a: there/missing.obj: there is no such file",
    ),
    ("web.urdf", "web.urdf, line 2: link a: the mesh https://example.org/link.obj is neither a file nor in a package"),
    ("dae.urdf", "dae.urdf, line 2: link a: link.dae: meshes of type dae cannot be read: convert it to OBJ or STL"),
    ("no_faces.urdf", "no_faces.urdf, line 2: link a: no_faces.obj: the mesh has no faces"),
    ("bad_obj.urdf", "bad_obj.urdf, line 2: link a: bad.obj: it is no OBJ file: position parse error"),
    (
        "bad_index.urdf",
        "bad_index.urdf, line 2: link a: bad_index.obj: it is no OBJ file: face vertex index out of bounds",
    ),
    ("nan.urdf", "nan.urdf, line 2: link a: nan.obj: a coordinate is NaN or infinite"),
    (
        "bad_stl.urdf",
        "bad_stl.urdf, line 2: link a: bad.stl: it is no STL file: vertex f32 f32 f32, got [\"vertex\", \"1\", \"0\"]",
    ),
    ("no_stl.urdf", "no_stl.urdf, line 2: link a: no.stl: it is no STL file"),
    ("cut_off.urdf", "cut_off.urdf, line 2: link a: cut_off.stl: a binary STL that should have 184 bytes and has 134"),
    (
        "plane.urdf",
        "plane.urdf, line 2: link a: <plane> cannot be checked: it must be a box, cylinder, sphere, capsule or mesh",
    ),
    ("no_geometry.urdf", "no_geometry.urdf, line 2: link a: <collision> has no <geometry>"),
    ("unit.urdf", "unit.urdf, line 2: link a: collision 2: <cylinder length=\"2 m\">: one number is expected"),
    ("negative.urdf", "negative.urdf, line 2: link a: <sphere radius=\"-0.06\">: a size may not be negative"),
    (
        "huge.urdf --scalar f32",
        "huge.urdf: link a: sphere of radius 1e30 m: a coordinate, size or velocity is beyond the scalar's limit",
    ),
    (
        "no_bodies.urdf",
        "no_bodies.urdf: no link has a body for collisions: a <collision> in a URDF, a mesh in a chain file",
    ),
    ("bare.urdf", "bare.urdf: no link has a body for collisions: a <collision> in a URDF, a mesh in a chain file"),
    ("one_link.urdf", "one_link.urdf: there is nothing to check: all pairs of links are neighbours or ignored"),
    // chains
    ("json.json", "json.json: EOF while parsing a value at line 3 column 0"),
    ("chain_mesh.json", "chain_mesh.json: link a: missing.stl: there is no such file"),
    ("chain_type.json", "chain_type.json: joint j: joints of type ball are not supported"),
    ("chain_limit.json", "chain_limit.json: joint j: it has no lower and upper limit"),
    // trajectories and samples
    ("../../arm nothing.csv", "nothing.csv: there is no such file"),
    ("../../arm empty.csv", "empty.csv: there is no column for joint turn"),
    ("../../arm missing.csv", "missing.csv: there is no column for joint grip"),
    ("../../arm twice.csv", "twice.csv: there are two columns turn"),
    (
        "../../arm unknown.csv",
        "unknown.csv: column wiggle is no joint of arm; its joints are turn, shoulder, elbow, bend, roll, grip",
    ),
    ("../../arm mimic.csv", "mimic.csv: column right_grip: the joint mimics another one, leave it out"),
    ("../../arm fixed.csv", "fixed.csv: column tool_frame: the joint is fixed"),
    ("../../arm number.csv", "number.csv, line 3: joint elbow: \"zero\" is not a number"),
    ("../../arm infinite.csv", "infinite.csv, line 2: joint bend: inf is not finite"),
    ("../../arm limit.csv", "limit.csv, line 3: joint grip: 0.05 is outside its limits, 0 to 0.045"),
    ("../../arm ragged.csv", "ragged.csv, line 3: 5 columns where the first line has 6"),
    ("../../arm no_rows.csv", "no_rows.csv: there is no row of joint values"),
    ("unlimited.urdf", "unlimited.urdf: joint j: it has no finite limits to sample within"),
    ("../../arm --swept", "--swept: there is no trajectory of two rows or more"),
    // pairs and output
    ("--ignore hand thumb", "--ignore hand thumb: arm has no link thumb"),
    ("--srdf link.srdf", "link.srdf, line 2: arm has no link thumb"),
    ("--csv no/where.csv", "no/where.csv: there is no such folder to write to"),
];

fn refuse(arguments: &str) -> (Option<i32>, String, String) {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken");
    let mut command = Command::new(env!("CARGO_BIN_EXE_robot"));
    let output = command.args(arguments.split_whitespace()).current_dir(directory).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_cannot_be_used_is_refused_in_one_sentence() {
    for (arguments, sentence) in REFUSALS {
        let refused = refuse(arguments);
        assert_eq!(refused, (Some(2), String::new(), format!("error: {sentence}\n")), "{arguments}");
    }
}

#[test]
fn wrong_options_are_refused() {
    for arguments in [
        "--package x",
        "--ignore hand",
        "--threads many",
        "--scalar f16",
        "--samples 0",
        "--samples 3 --between 2",
        "--swept --samples 3",
        "--swept --csv out.csv",
        "a b c",
    ] {
        let (code, output, errors) = refuse(arguments);
        assert_eq!((code, output.as_str()), (Some(2), ""), "{arguments}");
        assert!(errors.starts_with("error: "), "{arguments}: {errors}");
    }
}

/// Each file has a fault of its own in a part that a check of collisions does not need.
#[test]
fn faults_elsewhere_do_not_matter() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/forgiven");
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 8);
    for file in files {
        let output = Command::new(env!("CARGO_BIN_EXE_robot")).arg(&file).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        // The last link is lifted by 0.25 m, along the first of two axes.
        assert!(text.contains("a - c, apart 1.25000 m,"), "{}: {text}", file.display());
    }
}
