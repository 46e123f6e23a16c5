//! Two bodies as a pair: where they are, their Minkowski difference, and the results of a query about them.
//!
//! - `place`: where the bodies are, as a query is given it and as searches and closed forms use it; `poses` has the
//!   poses in the world.
//! - `cso`: the Minkowski difference A − B (CSO), in A's frame and scaled: the `Difference` that the kernel searches.
//! - `record`: the trait by which a search notes its support points and reads what the last query left; `warm`: the
//!   state between two queries, and the record that fills it.
//! - `result`: the types of answers.
//! - `tuning`: capacities that were chosen by measurement.
//!
//! Start with `place` and `cso`.

pub mod cso;
pub mod place;
pub mod poses;
pub mod record;
pub mod result;
mod tuning;
pub mod warm;
