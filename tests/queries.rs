//! Queries about random pairs and about each shape. One program, so that queries of several files are compiled once.

#[macro_use]
mod common;

mod batch;
mod boxes;
mod check_support;
mod closed;
mod constructors;
mod curved;
mod gradient;
mod manifold;
mod near_contact;
mod nearest;
mod properties;
mod rounds;
mod warm;
