//! Why something cannot be used, in one sentence that names it.

use std::fmt::{self, Display};
use std::io;

/// A plain sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal(String);

impl Refusal {
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// Says where the problem is: `place: problem`.
    pub fn at(place: impl Display, problem: impl Display) -> Self {
        Self(format!("{place}: {problem}"))
    }

    /// What the operating system says of a file, in words.
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
