//! The methods of `Vector` that treat every component alike.

/// The sum of two or three terms, from left to right.
macro_rules! sum {
    ($first:expr $(, $next:expr)+) => {
        $first $(+ $next)+
    };
}

/// Implements the methods of `Vector` that treat every component alike, for a vector with the given components.
macro_rules! componentwise {
    ($vector:ident { $($c:ident)+ }) => {
        const ZERO: Self = Self::splat(S::NIL);

        fn dot(self, rhs: Self) -> S::Area {
            sum!($(self.$c.times(rhs.$c)),+)
        }

        #[cfg_attr(not(feature = "speed"), inline(never))]
        fn is_within(self, limit: S) -> bool {
            true $(& self.$c.is_within(limit))+
        }

        fn assign(&mut self, from: &Self) {
            $(self.$c = from.$c;)+
        }

        fn are_workable(self, other: Self) -> bool {
            if cfg!(feature = "speed") {
                S::are_workable([$(self.$c,)+ $(other.$c),+])
            } else {
                self.is_within(S::WORKING_LIMIT) && other.is_within(S::WORKING_LIMIT)
            }
        }

        fn is_finite(self) -> bool {
            true $(&& self.$c.is_finite())+
        }

        fn is_nonnegative(self) -> bool {
            true $(&& self.$c >= S::NIL)+
        }

        fn component_min(self, rhs: Self) -> Self {
            self.min(rhs)
        }

        fn component_max(self, rhs: Self) -> Self {
            self.max(rhs)
        }

        fn component_abs(self) -> Self {
            self.abs()
        }

        fn by_axis(self) -> impl AsRef<[S]> {
            self.to_array()
        }

        fn from_axes(part: impl FnMut(usize) -> S) -> Self {
            Self::from_array(core::array::from_fn(part))
        }

        #[cfg_attr(feature = "speed", inline)]
        #[cfg_attr(not(feature = "speed"), inline(never))]
        fn direction(self) -> Self {
            Self::from_array(S::normalize(self.to_array()))
        }

        fn heading(block: Self::UnitVector) -> Self {
            Self::from_array(S::heading(block.to_array()))
        }

        fn unit(self, length: S) -> Self::UnitVector {
            self.map(|component| component.fraction(length))
        }

        fn with_signs_of(self, direction: Self) -> Self {
            $vector { $($c: self.$c.negated_if(direction.$c < S::NIL)),+ }
        }

        fn negative_bits(self) -> u32 {
            self.to_array().iter().rev().fold(0, |bits, &component| bits << 1 | u32::from(component < S::NIL))
        }

        fn with_negative_bits(self, mut bits: u32) -> Self {
            self.map(|component| {
                let is_negative = bits & 1 != 0;
                bits >>= 1;
                component.negated_if(is_negative)
            })
        }

        fn component_products(self, rhs: Self) -> Self {
            Self::from_array(S::Area::normalize([$(self.$c.times(rhs.$c)),+]))
        }

        fn component_products_per(self, rhs: Self, length: S) -> Self {
            $vector { $($c: self.$c.times(rhs.$c).per(length)),+ }
        }

        fn splat(value: S) -> Self {
            $vector { $($c: value),+ }
        }

        #[inline]
        fn blend<const N: usize>(self, points: [Self; N], weights: [S::Unit; N]) -> Self {
            self.blend_all(points.iter().zip(&weights).map(|(&point, &weight)| (point, weight)))
        }

        #[inline]
        fn blend_all(self, terms: impl Iterator<Item = (Self, S::Unit)>) -> Self {
            let mut sum = $vector { $($c: S::ZERO_SUM),+ };
            for (point, weight) in terms {
                $(sum.$c = sum.$c + point.$c.share(weight);)+
            }
            $vector { $($c: self.$c.plus(sum.$c)),+ }
        }

        fn advance(self, length: S, direction: Self::UnitVector) -> Self {
            $vector { $($c: self.$c.plus(length.share(direction.$c))),+ }
        }

        fn zoom(self, zoom: S::Zoom) -> Self {
            self.map(|component| component.zoom(zoom))
        }

        fn unzoom(self, zoom: S::Zoom) -> Self {
            self.map(|component| component.unzoom(zoom))
        }

        fn zoom_in(self, zoom: S::Zoom) -> Self {
            self.map(|component| component.zoom_in(zoom))
        }

        fn zoom_back(self, zoom: S::Zoom) -> Self {
            self.map(|component| component.zoom_back(zoom))
        }

        // The methods that rotate are inlined on 64-bit targets, whose registers hold several floats: a call returns a
        // vector through memory, where on x86-64 a load that spans several stores waits until they have completed.
        // Without `speed` two of these methods are calls, which saves 3 % of the flash of a distance in `I16F16` on a
        // Cortex-M4F.
        #[cfg_attr(all(feature = "speed", target_pointer_width = "64"), inline(always))]
        #[cfg_attr(all(feature = "speed", not(target_pointer_width = "64")), inline)]
        #[cfg_attr(not(feature = "speed"), inline(never))]
        fn turn(self, [$($c),+]: &Self::UnitRows, point: Self) -> Self {
            $vector { $($c: self.$c.plus(point.shares($c))),+ }
        }

        #[cfg_attr(target_pointer_width = "64", inline(always))]
        #[cfg_attr(not(target_pointer_width = "64"), inline)]
        fn turn_unchecked(self, [$($c),+]: &Self::UnitRows, point: Self) -> Self {
            $vector { $($c: self.$c.plus_unchecked(point.shares($c))),+ }
        }

        #[cfg_attr(all(feature = "speed", target_pointer_width = "64"), inline(always))]
        #[cfg_attr(all(feature = "speed", not(target_pointer_width = "64")), inline)]
        #[cfg_attr(not(feature = "speed"), inline(never))]
        fn turn_back([$($c),+]: &Self::UnitRows, point: Self) -> Self {
            let scaled = |row: &Self::UnitVector, length: S| row.map(|entry| length.share(entry));
            sum!($(scaled($c, point.$c)),+).map(S::from_sum)
        }

        #[cfg_attr(target_pointer_width = "64", inline(always))]
        #[cfg_attr(not(target_pointer_width = "64"), inline)]
        fn turn_back_unchecked([$($c),+]: &Self::UnitRows, point: Self) -> Self {
            let scaled = |row: &Self::UnitVector, length: S| row.map(|entry| length.share(entry));
            sum!($(scaled($c, point.$c)),+).map(S::from_sum_unchecked)
        }

        fn saturating_sum(self, rhs: Self) -> Self {
            $vector { $($c: self.$c.saturating_sum(rhs.$c)),+ }
        }

        fn saturating_difference(self, rhs: Self) -> Self {
            $vector { $($c: self.$c.saturating_difference(rhs.$c)),+ }
        }

        #[inline]
        fn spread([$($c),+]: &Self::UnitRows, half_extents: Self) -> Self {
            $vector { $($c: S::from_sum(half_extents.shares(&$c.abs()))),+ }
        }

        fn magnitudes(rows: &Self::UnitRows) -> Self::UnitRows {
            rows.map(Self::UnitVector::abs)
        }

        fn gaps_of_faces(apart: Self, half: Self, [$($c),+]: &Self::UnitRows, other: Self) -> Self {
            apart.abs() - half - $vector { $($c: S::from_sum_unchecked(other.shares($c))),+ }
        }

        #[cfg_attr(target_pointer_width = "64", inline(always))]
        #[cfg_attr(not(target_pointer_width = "64"), inline)]
        fn turn_unit(rows: &Self::UnitRows, unit: Self::UnitVector) -> Self::UnitVector {
            // The sum of no products is the neutral element of addition, also for the signs of zeros.
            Self::UnitVector::splat(S::Unit::from_sum(S::Unit::ZERO_SUM)).turn(rows, unit)
        }

        fn product([$($c),+]: &Self::UnitRows, b: &Self::UnitRows) -> Self::UnitRows {
            // Row i of AB is row i of A times B. Without `speed` by a function that is called elsewhere, too.
            if cfg!(feature = "speed") {
                [$(Self::UnitVector::turn_back_unchecked(b, *$c)),+]
            } else {
                [$(Self::UnitVector::turn_back(b, *$c)),+]
            }
        }

        fn orthonormal(rows: &Self::UnitRows) -> Self::UnitRows {
            let [$($c),+] = rows;
            let corrected = |row: &Self::UnitVector, axis: Self::UnitVector| {
                let missing = axis - Self::turn_unit(rows, *row);
                row.blend(*rows, missing.map(|part| part.scaled(S::Unit::HALF)).to_array())
            };
            [$(corrected($c, $vector { $c: S::Unit::ONE, ..$vector::ZERO })),+]
        }

        fn transpose(rows: &Self::UnitRows) -> Self::UnitRows {
            Self::UnitVector::columns(rows)
        }

        #[inline(always)]
        fn select(self, is_other: bool, other: Self) -> Self {
            $vector { $($c: if is_other { other.$c } else { self.$c }),+ }
        }

        #[inline(always)]
        fn each(self) -> Self {
            let mut copy = Self::ZERO;
            copy.assign(&self);
            copy
        }

        #[inline(always)]
        fn by_components(rows: &Self::UnitRows) -> Self::UnitRows {
            // Two transpositions copy entry by entry; the compiler does not turn them into a copy of the whole. Without
            // `speed` flash counts more: on a Cortex-M4F, three queries of six pairs of shapes take 3.4 kB for entries.
            if cfg!(feature = "speed") { Self::transpose(&Self::transpose(rows)) } else { *rows }
        }

        fn plain(rows: &Self::UnitRows) -> Self::Rows {
            rows.map(|row| row.map(|entry| S::ONE.scaled(entry)))
        }

        fn map_linear(self, [$($c),+]: &Self::Rows, point: Self) -> Self {
            $vector { $($c: (self.$c.times(S::ONE) + $c.dot(point)).over_one()),+ }
        }

        fn map_linear_back(rows: &Self::Rows, direction: Self) -> Self {
            Self::from_array(S::Area::normalize(Self::columns(rows).map(|column| column.dot(direction))))
        }
    };
}
