//! A guide to the crate, page by page. Begin with [`queries`], [`shapes`] and [`bounds`]; [`how_it_works`] shows the
//! method in pictures.
//!
//! This module holds text and examples. It exists in the documentation and in doc tests only.

#[doc = include_str!("guide/queries.md")]
pub mod queries {}

#[doc = include_str!("guide/shapes.md")]
pub mod shapes {}

#[doc = include_str!("guide/bounds.md")]
pub mod bounds {}

#[doc = include_str!("guide/speed.md")]
pub mod speed {}

#[doc = include_str!("guide/motion.md")]
pub mod motion {}

#[doc = include_str!("guide/fixed_point.md")]
pub mod fixed_point {}

#[doc = include_str!("guide/firmware.md")]
pub mod firmware {}

#[doc = include_str!("guide/small.md")]
pub mod small {}

#[doc = include_str!("guide/webassembly.md")]
pub mod webassembly {}

#[doc = include_str!("guide/c.md")]
pub mod c {}

#[doc = include_str!("guide/interop.md")]
pub mod interop {}

#[doc = include_str!("guide/coming_from.md")]
pub mod coming_from {}

// An empty line parts pictures from paragraphs.
#[doc = include_str!("guide/how_it_works/distance.md")]
#[doc = ""]
#[doc = include_str!("guide/how_it_works/apart.svg")]
#[doc = ""]
#[doc = include_str!("guide/how_it_works/depth.md")]
#[doc = ""]
#[doc = include_str!("guide/how_it_works/overlapping.svg")]
#[doc = ""]
#[doc = include_str!("guide/how_it_works/rest.md")]
pub mod how_it_works {}
