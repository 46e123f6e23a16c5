use super::*;

/// The worst error of cosine and sine over many angles in ±`most`.
fn worst<S: Scalar>(most: f64, area: impl Fn(f64) -> (S::Area, f64), value: impl Fn(S::Unit) -> f64) -> f64 {
    let errors = (-20_000..=20_000).map(|step| {
        let (angle, exact) = area(f64::from(step) / 20_000.0 * most);
        let [cos, sin] = cos_sin::<S>(angle).map(&value);
        (cos - exact.cos()).abs().max((sin - exact.sin()).abs())
    });
    errors.fold(0.0, f64::max)
}

#[test]
fn sine_and_cosine_are_good_to_rounding() {
    let float = |most| worst::<f64>(most, |x| (x, x), |x| x);
    assert!([1.0, 50.0, 1e5].iter().all(|&most| float(most) <= f64::EPSILON), "{}", float(1e5));
    let single = |most| worst::<f32>(most, |x| (x as f32, f64::from(x as f32)), f64::from);
    assert!([1.0, 50.0, 1e3].iter().all(|&most| single(most) <= f64::from(f32::EPSILON)), "{}", single(1e3));
}

#[cfg(feature = "fixed")]
#[test]
fn sine_and_cosine_of_fixed_point_are_good_to_steps_of_the_unit() {
    use crate::number::scalar::FixedArea;
    use fixed::types::{I2F30, I16F16, I32F32};
    let narrow = |most| {
        let area = |x: f64| ((x * 2_f64.powi(32)) as i64, ((x * 2_f64.powi(32)) as i64) as f64 / 2_f64.powi(32));
        worst::<I16F16>(most, |x| (FixedArea::from_bits(area(x).0), area(x).1), |x| x.to_num())
    };
    assert!(narrow(1.0) < 4e-9 && narrow(1e5) < 4e-9, "{}", narrow(1e5));
    let unit = worst::<I2F30>(1.5, |x| (FixedArea::from_bits((x * 2_f64.powi(60)) as i64), x), |x| x.to_num());
    assert!(unit < 4e-9, "{unit}");
    // The reference is computed in `f64`.
    let wide = worst::<I32F32>(
        1e3,
        |x| {
            let bits = (x * 2_f64.powi(40)) as i64;
            (FixedArea::from_bits(i128::from(bits) << 24), bits as f64 / 2_f64.powi(40))
        },
        |x| x.to_num(),
    );
    assert!(wide < 3e-16, "{wide}");
}
