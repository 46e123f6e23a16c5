//! Tests of queries about random pairs and about each shape. They are one program, so that queries that several files
//! use are compiled only once.

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
