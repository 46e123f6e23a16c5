//! Queries about random pairs and about each shape. All of it is one test program, so that code shared by several files
//! is compiled once.

#[macro_use]
mod common;

mod batch;
mod boxes;
mod check_support;
mod closed;
mod coaxial;
mod constructors;
mod curved;
mod deepest;
mod gradient;
mod manifold;
mod near_contact;
mod nearest;
mod properties;
mod rounds;
mod warm;
