//! Why a case cannot be solved.

use gjk::Error;
use std::fmt;

/// A plain sentence, and the library's error if it was the library that refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// What the library says.
    pub error: Option<Error>,
    sentence: String,
}

impl Refusal {
    /// A refusal of this program's own.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { error: None, sentence: sentence.into() }
    }

    /// Says in which part of the case it is.
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
