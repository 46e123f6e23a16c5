//! The error of this program.

use std::fmt::{self, Display};
use std::io;

/// One sentence, which names the thing that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal(String);

impl Refusal {
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// Names the place of a problem: `place: problem`.
    pub fn at(place: impl Display, problem: impl Display) -> Self {
        Self(format!("{place}: {problem}"))
    }

    /// An error of the operating system about a file, in words.
    pub fn file(path: impl Display, error: &io::Error) -> Self {
        Self::at(
            path,
            match error.kind() {
                io::ErrorKind::NotFound => "there is no such file".into(),
                io::ErrorKind::InvalidData => "it is not text in UTF-8".into(),
                io::ErrorKind::IsADirectory => "it is a directory".into(),
                io::ErrorKind::PermissionDenied => "it may not be read or written".into(),
                _ => error.to_string(),
            },
        )
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}
