//! Faults that were found and mended, one test each, named by the claim that did not hold.

mod capped;
mod casts;
mod constructors;
mod depth;
mod shapes;
mod slivers;
mod tiny;
mod touching;
mod witnesses;

type Result = core::result::Result<(), gjk::Error>;
