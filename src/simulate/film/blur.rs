//! Blur and its opposite, separable, row by row; edges are continued.

/// A bell whose weights sum to one.
#[derive(Debug, Clone)]
pub struct Bell(Vec<f32>);

impl Bell {
    /// Of that standard deviation, pixels.
    pub fn new(sigma_px: f64) -> Bell {
        let reach = (3.0 * sigma_px).ceil() as i64;
        let bell: Vec<f64> = (-reach..=reach).map(|d| (-(d * d) as f64 / (2.0 * sigma_px * sigma_px)).exp()).collect();
        let sum: f64 = bell.iter().sum();
        Bell(bell.iter().map(|b| (b / sum) as f32).collect())
    }

    /// How many pixels to either side it takes.
    pub fn reach(&self) -> usize {
        self.0.len() / 2
    }

    /// A row of RGB, blurred along itself, put into `to`. `wide` is working memory.
    pub fn along(&self, row: &[f32], wide: &mut Vec<f32>, to: &mut [f32]) {
        let reach = self.reach();
        let last = row.len() - 3;
        wide.clear();
        (0..reach).for_each(|_| wide.extend_from_slice(&row[..3]));
        wide.extend_from_slice(row);
        (0..reach).for_each(|_| wide.extend_from_slice(&row[last..]));
        to.fill(0.0);
        for (k, weight) in self.0.iter().enumerate() {
            for (value, add) in to.iter_mut().zip(&wide[3 * k..]) {
                *value += add * weight;
            }
        }
    }

    /// The weighted sum of rows, as many as it has weights, put into `to`.
    pub fn across<'a>(&self, row: impl Fn(usize) -> &'a [f32], to: &mut [f32]) {
        to.fill(0.0);
        for (k, weight) in self.0.iter().enumerate() {
            for (value, add) in to.iter_mut().zip(row(k)) {
                *value += add * weight;
            }
        }
    }
}

/// A row with what a small blur (1 2 1 both ways) would take away added instead. `column` is working memory.
pub fn sharpened(
    [above, here, below]: [&[f32]; 3],
    amount: f32,
    column: &mut Vec<f32>,
    mut put: impl FnMut(usize, f32),
) {
    column.clear();
    column.extend(above.iter().zip(here).zip(below).map(|((a, h), b)| a + 2.0 * h + b));
    let last = here.len() - 3;
    for (k, value) in here.iter().enumerate() {
        let (left, right) = (if k < 3 { k } else { k - 3 }, if k >= last { k } else { k + 3 });
        let soft = (column[left] + 2.0 * column[k] + column[right]) / 16.0;
        put(k, (value + (value - soft) * amount).max(0.0));
    }
}
