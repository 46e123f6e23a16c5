//! One type for all shapes, so that the core is compiled only once for each vector type.

use crate::error::gjk_error;
use crate::vector::Plain;
use core::ffi::c_void;
use gjk::{
    Capsule, Cone, ConvexHull, Cylinder, Faceted, Feature, Hint, NBall, NCuboid, NEllipsoid, Point, Polygon,
    Polyhedron, Rounded, Scalar, ScalarOf, Segment, Support, Triangle, Vec3,
};

/// Any shape of one dimension. `Own` is the type of the shapes that exist only in this dimension.
pub enum Core<'c, C: Plain, Own> {
    Point(Point<C::Vector>),
    Ball(NBall<C::Vector>),
    Segment(Segment<C::Vector>),
    Capsule(Capsule<C::Vector>),
    Triangle(Triangle<C::Vector>),
    Cuboid(NCuboid<C::Vector>),
    Ellipsoid(NEllipsoid<C::Vector>),
    Hull(ConvexHull<'c, C::Vector>),
    Function(Function<C>),
    Own(Own),
}

/// The shapes that exist only in space.
pub enum Solid<'c, S> {
    Cylinder(Cylinder<S>),
    Cone(Cone<S>),
    Polyhedron(Polyhedron<'c, S>),
}

/// Shapes with data that only `check_shape` checks, because the check takes longer than a query.
pub trait Checked {
    /// Checks this data.
    fn check(&self) -> Result<(), gjk_error>;
}

impl<S: Scalar> Checked for Solid<'_, S> {
    fn check(&self) -> Result<(), gjk_error> {
        match self {
            Self::Polyhedron(polyhedron) => Ok(polyhedron.validate()?),
            Self::Cylinder(_) | Self::Cone(_) => Ok(()),
        }
    }
}

impl<S: Scalar> Checked for Polygon<'_, S> {
    fn check(&self) -> Result<(), gjk_error> {
        Ok(())
    }
}

impl<C: Plain, Own: Checked> Checked for Core<'_, C, Own> {
    fn check(&self) -> Result<(), gjk_error> {
        if let Self::Own(own) = self { own.check() } else { Ok(()) }
    }
}

/// A shape with its margin, the radius of a ball that is swept over it.
pub type Body<'c, C, Own> = Rounded<Core<'c, C, Own>>;

/// A support function in C.
pub type SupportFunction<C> = unsafe extern "C" fn(user: *const c_void, direction: *const C, point: *mut C);

/// A body given by a support function in C. Its creator guarantees that the function may be called with `user`.
pub struct Function<C: Plain> {
    pub function: SupportFunction<C>,
    pub user: *const c_void,
    pub center: C::Vector,
    pub is_polytope: bool,
}

impl<C: Plain> Support for Function<C> {
    type Vector = C::Vector;

    fn support(&self, dir: C::Vector) -> C::Vector {
        // If the function does not write a point, the core finds this one out of range.
        let mut point = C::NOWHERE;
        // SAFETY: the creator's guarantee. Both pointers are valid during the call.
        unsafe { (self.function)(self.user, &C::new(dir), &mut point) };
        point.get()
    }

    fn center(&self) -> C::Vector {
        self.center
    }

    fn is_polytope(&self) -> bool {
        self.is_polytope
    }
}

/// The default: the feature in any direction is one point.
impl<C: Plain> Faceted for Function<C> {}

/// Implements the traits of a shape for an enum of shapes.
macro_rules! shape {
    ([$($generics:tt)*] $shape:ty: $vector:ty { $($variant:ident),+ }) => {
        impl<$($generics)*> Faceted for $shape {
            fn feature(&self, dir: $vector) -> Feature<$vector> {
                match self { $(Self::$variant(shape) => shape.feature(dir),)+ }
            }
        }

        impl<$($generics)*> Support for $shape {
            type Vector = $vector;

            fn support(&self, dir: $vector) -> $vector {
                self.support_from(dir, &mut Hint::default())
            }

            fn margin(&self) -> ScalarOf<Self> {
                match self { $(Self::$variant(shape) => shape.margin(),)+ }
            }

            fn center(&self) -> $vector {
                match self { $(Self::$variant(shape) => shape.center(),)+ }
            }

            fn is_polytope(&self) -> bool {
                match self { $(Self::$variant(shape) => shape.is_polytope(),)+ }
            }

            // Out of line, because the core calls it from several places.
            #[inline(never)]
            fn support_from(&self, dir: $vector, hint: &mut Hint) -> $vector {
                match self { $(Self::$variant(shape) => shape.support_from(dir, hint),)+ }
            }

            // Out of line, because the core calls it from several places. Named with its trait, because `Polyhedron`
            // has a method of this name, too.
            #[inline(never)]
            fn vertex(&self, hint: Hint) -> Option<$vector> {
                match self { $(Self::$variant(shape) => Support::vertex(shape, hint),)+ }
            }

            // Without it no shortcut is linked, and the search answers.
            #[cfg(feature = "speed")]
            fn form(&self) -> gjk::Form<'_, $vector> {
                match self { $(Self::$variant(shape) => shape.form(),)+ }
            }
        }
    };
}

shape! {
    [C: Plain, Own: Faceted<Vector = C::Vector>] Core<'_, C, Own>: C::Vector {
        Point, Ball, Segment, Capsule, Triangle, Cuboid, Ellipsoid, Hull, Function, Own
    }
}
shape! { [S: Scalar] Solid<'_, S>: Vec3<S> { Cylinder, Cone, Polyhedron } }
