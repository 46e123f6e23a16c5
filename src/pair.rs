//! Two bodies: where they are, their Minkowski difference (CSO), what a query records of it and leaves for the next
//! one, and the results.

pub mod cso;
pub mod place;
pub mod poses;
pub mod record;
pub mod result;
mod tuning;
pub mod warm;
