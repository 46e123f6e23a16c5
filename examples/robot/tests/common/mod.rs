//! Robots that several tests move.

use robot::input;
use robot::model::{LinkPair, Robot};
use std::fs;
use std::path::{Path, PathBuf};

const DIRECTORY: &str = env!("CARGO_MANIFEST_DIR");

/// The arm, and the pairs of its links that need no check.
pub fn arm() -> (Robot, Vec<LinkPair>) {
    let arm = Path::new(DIRECTORY).join("arm");
    let robot = input::read(&arm, &[]).unwrap();
    let pairs = input::read_srdf(&arm.join("arm.srdf"), &robot).unwrap();
    (robot, pairs)
}

/// A robot beside this repository; none if it is not there.
pub fn shared(name: &str) -> Option<Robot> {
    let directory = Path::new(DIRECTORY).join("../../../shared/meshes").join(name);
    if directory.join("chain.json").is_file() {
        return Some(input::read(&directory, &[]).unwrap());
    }
    println!("skipped: ../shared/meshes/{name} is not beside the repository");
    None
}

/// A file that lasts as long as this value.
pub struct Scrap(pub PathBuf);

impl Scrap {
    pub fn new(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, bytes).unwrap();
        Self(path)
    }
}

impl Drop for Scrap {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A robot from the text of a URDF file; each test has a file name of its own.
pub fn robot(file: &str, text: &str) -> Robot {
    let file = Scrap::new(file, text);
    input::read(&file.0, &[]).unwrap()
}
