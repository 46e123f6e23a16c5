//! Two bodies: where they are, their Minkowski difference, and what is known of them in the end.

pub mod cso;
pub mod place;
pub mod poses;
pub mod record;
pub mod result;
