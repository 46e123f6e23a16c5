//! One type for all shapes, so that the core is compiled once for each vector type.

use crate::error::gjk_error;
use crate::vector::Plain;
use core::ffi::c_void;
use gjk::{
    Capsule, Cone, ConvexHull, Cylinder, Faceted, Feature, Form, Hint, NBall, NCuboid, NEllipsoid, Point, Polygon,
    Polyhedron, Rounded, Scalar, ScalarOf, Segment, Support, Triangle, Vec3,
};

/// Any shape of one dimension; `Own` are those that only this dimension has.
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

/// The shapes that only space has.
pub enum Solid<'c, S> {
    Cylinder(Cylinder<S>),
    Cone(Cone<S>),
    Polyhedron(Polyhedron<'c, S>),
}

/// What a query takes as it is, for it would take too long to look at.
pub trait Checked {
    /// Looks at it.
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

/// A shape with the ball that is swept around it.
pub type Body<'c, C, Own> = Rounded<Core<'c, C, Own>>;

/// A support function of C's.
pub type SupportFunction<C> = unsafe extern "C" fn(user: *const c_void, direction: *const C, point: *mut C);

/// A body from a support function of C's. Whoever makes one promises that the function may be called with `user`.
pub struct Function<C: Plain> {
    pub function: SupportFunction<C>,
    pub user: *const c_void,
    pub center: C::Vector,
    pub is_polytope: bool,
}

impl<C: Plain> Support for Function<C> {
    type Vector = C::Vector;

    fn support(&self, dir: C::Vector) -> C::Vector {
        // A function that writes nothing has no point within range.
        let mut point = C::NOWHERE;
        // SAFETY: the promise above; both pointers are good for the call.
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

/// It touches in one point.
impl<C: Plain> Faceted for Function<C> {}

/// Makes an enum of shapes a shape.
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

            // Out of line, as the one below: the core calls them from several places.
            #[inline(never)]
            fn support_from(&self, dir: $vector, hint: &mut Hint) -> $vector {
                match self { $(Self::$variant(shape) => shape.support_from(dir, hint),)+ }
            }

            // A `Polyhedron` has a method of the same name.
            #[inline(never)]
            fn vertex(&self, hint: Hint) -> Option<$vector> {
                match self { $(Self::$variant(shape) => Support::vertex(shape, hint),)+ }
            }

            fn form(&self) -> Form<'_, $vector> {
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
