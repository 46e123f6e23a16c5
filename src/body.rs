//! Bodies: the trait `Support`, the shapes, and bodies made of other bodies.

pub mod combine;
pub mod entry;
pub mod extension;
pub mod feature;
pub mod gift_wrap;
pub mod posed;
pub mod ray;
pub mod rounded;
pub mod shape;
pub mod support;
