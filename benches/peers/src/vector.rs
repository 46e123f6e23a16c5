//! Plain vectors in either dimension.

pub type Vector<const N: usize> = [f64; N];
/// The rows of a matrix.
pub type Rows<const N: usize> = [[f64; N]; N];

pub fn dot<const N: usize>(a: Vector<N>, b: Vector<N>) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub fn add<const N: usize>(a: Vector<N>, b: Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| a[i] + b[i])
}

pub fn sub<const N: usize>(a: Vector<N>, b: Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| a[i] - b[i])
}

pub fn scale<const N: usize>(a: Vector<N>, factor: f64) -> Vector<N> {
    a.map(|x| x * factor)
}

pub fn normalize<const N: usize>(a: Vector<N>) -> Vector<N> {
    scale(a, 1.0 / dot(a, a).sqrt())
}
