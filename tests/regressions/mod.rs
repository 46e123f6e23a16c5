//! Faults that were found and mended, one test each, named by the claim that did not hold. A module holds the faults
//! of one subject.

mod capped;
mod casts;
mod constructors;
mod depth;
mod shapes;
mod slivers;
mod tiny;
mod touching;
mod witnesses;

/// The result of a test, which lets a test use `?` on constructors.
type Result = core::result::Result<(), gjk::Error>;
