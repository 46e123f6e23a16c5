//! The reason why a case cannot be solved.

use gjk::Error;
use std::fmt;

/// A plain sentence, and the library's error if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The error of the library, if the library refused.
    pub error: Option<Error>,
    sentence: String,
}

impl Refusal {
    /// A refusal by this program.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { error: None, sentence: sentence.into() }
    }

    /// Names the part of the case in front of the sentence.
    pub fn within(part: &str) -> impl Fn(Self) -> Self {
        move |refusal| Self { sentence: format!("{part}: {}", refusal.sentence), ..refusal }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { error: Some(error), sentence: error.to_string() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}
