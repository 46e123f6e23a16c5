//! Arguments at the ends of the range that constructors accept or refuse.

use super::Result;
use fixed::types::{I2F30, I16F16};
use gjk::{Ball, Error, Polygon, Rotation3, SupportExt, vec2, vec3};

#[test]
fn a_half_turn_fits_fixed_point() -> Result {
    let axis = vec3(I2F30::ZERO, I2F30::ZERO, I2F30::ONE);
    let turn = Rotation3::<I16F16>::from_axis_cos_sin(axis, -I2F30::ONE, I2F30::ZERO)?;
    let [x, y, z] = turn.to_rows();
    assert_eq!((x.x, y.y, z.z), (-I2F30::ONE, -I2F30::ONE, I2F30::ONE));
    Ok(())
}

#[test]
fn matrices_far_off_are_refused_without_overflow() {
    for entry in [I2F30::MAX, I2F30::MIN, I2F30::from_num(1.9)] {
        assert_eq!(Rotation3::<I16F16>::from_matrix([[entry; 3]; 3]), Err(Error::NotOrthonormal));
    }
}

#[test]
fn margins_beyond_the_limit_are_refused() -> Result {
    let limit = <I16F16 as gjk::Scalar>::LIMIT;
    let rounded = Ball::new(limit)?.rounded(limit);
    assert_eq!(rounded.err(), Some(Error::OutOfRange));
    Ok(())
}

#[test]
fn polygons_have_no_smallest_size() -> Result {
    for size in [1e-25_f32, 1.0, 1e15] {
        Polygon::new(&[vec2(0.0, 0.0), vec2(size, 0.0), vec2(0.0, size)])?;
    }
    Ok(())
}
