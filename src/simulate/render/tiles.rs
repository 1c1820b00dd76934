//! Which parts of the picture must be drawn again: where something moves, and where its shadow falls.

use super::gpu::Part;

/// Side of a tile, pixels.
pub const TILE: u32 = 16;

/// The most parts drawn one by one.
pub const MOST_PARTS: usize = 4;

/// Tiles of a picture that are marked.
#[derive(Debug, Clone, PartialEq)]
pub struct Tiles {
    size: [u32; 2],
    across: usize,
    down: usize,
    marked: Vec<bool>,
}

impl Tiles {
    /// None of a picture of that size.
    pub fn none(size: [u32; 2]) -> Tiles {
        let [across, down] = size.map(|n| n.div_ceil(TILE) as usize);
        Tiles { size, across, down, marked: vec![false; across * down] }
    }

    /// All of a picture of that size.
    pub fn all(size: [u32; 2]) -> Tiles {
        let mut tiles = Tiles::none(size);
        tiles.marked.fill(true);
        tiles
    }

    /// Marks what a box touches: lowest and highest x and y, pixels.
    pub fn mark(&mut self, low: [f64; 2], high: [f64; 2]) {
        let tile = |value: f64, most: usize| (value / f64::from(TILE)).floor().clamp(-1.0, most as f64) as i64;
        let (x0, x1) = (tile(low[0] - 2.0, self.across), tile(high[0] + 2.0, self.across));
        let (y0, y1) = (tile(low[1] - 2.0, self.down), tile(high[1] + 2.0, self.down));
        for y in y0.max(0)..(y1 + 1).min(self.down as i64) {
            for x in x0.max(0)..(x1 + 1).min(self.across as i64) {
                self.marked[y as usize * self.across + x as usize] = true;
            }
        }
    }

    /// Whether any is marked.
    pub fn any(&self) -> bool {
        self.marked.contains(&true)
    }

    fn with(&self, other: &Tiles, rule: impl Fn(bool, bool) -> bool) -> Tiles {
        let marked = self.marked.iter().zip(&other.marked).map(|(a, b)| rule(*a, *b)).collect();
        Tiles { marked, ..*self }
    }

    /// Those marked here and in another picture of the same size.
    pub fn and(&self, other: &Tiles) -> Tiles {
        self.with(other, |a, b| a && b)
    }

    /// Those marked here or in another picture of the same size.
    pub fn or(&self, other: &Tiles) -> Tiles {
        self.with(other, |a, b| a || b)
    }

    /// Those marked here and not in another picture of the same size.
    pub fn without(&self, other: &Tiles) -> Tiles {
        self.with(other, |a, b| a && !b)
    }

    /// Share of the picture marked.
    pub fn share(&self) -> f64 {
        self.marked.iter().filter(|marked| **marked).count() as f64 / self.marked.len() as f64
    }

    /// Whether the tile of a pixel is marked.
    pub fn has(&self, x: u32, y: u32) -> bool {
        self.marked[(y / TILE) as usize * self.across + (x / TILE) as usize]
    }

    /// The smallest range of tiles, columns and rows, that holds those marked in a range.
    fn tight(&self, [x0, y0, x1, y1]: [usize; 4]) -> Option<[usize; 4]> {
        let spots =
            || (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y))).filter(|(x, y)| self.marked[y * self.across + x]);
        let (left, right) = (spots().map(|p| p.0).min()?, spots().map(|p| p.0).max()?);
        let (top, bottom) = (spots().map(|p| p.1).min()?, spots().map(|p| p.1).max()?);
        Some([left, top, right + 1, bottom + 1])
    }

    /// A few parts, none over another, that hold all marked tiles and little else.
    pub fn parts(&self) -> Vec<Part> {
        let area = |[x0, y0, x1, y1]: [usize; 4]| (x1 - x0) * (y1 - y0);
        let mut all: Vec<[usize; 4]> = self.tight([0, 0, self.across, self.down]).into_iter().collect();
        while all.len() < MOST_PARTS {
            // The cut that saves most.
            let best = (0..all.len())
                .flat_map(|index| {
                    let [x0, y0, x1, y1] = all[index];
                    let upright = (x0 + 1..x1).map(move |x| ([x0, y0, x, y1], [x, y0, x1, y1]));
                    let level = (y0 + 1..y1).map(move |y| ([x0, y0, x1, y], [x0, y, x1, y1]));
                    upright.chain(level).map(move |sides| (index, sides))
                })
                .filter_map(|(index, (a, b))| {
                    let (a, b) = (self.tight(a)?, self.tight(b)?);
                    Some((area(all[index]) - area(a) - area(b), index, a, b))
                })
                .max_by_key(|(saved, ..)| *saved);
            match best {
                // Every part takes all vertices anew: it must be worth it.
                Some((saved, index, a, b)) if saved * 20 > self.marked.len() => {
                    all[index] = a;
                    all.push(b);
                }
                _ => break,
            }
        }
        all.into_iter()
            .map(|range| {
                let [x0, y0, x1, y1] = range.map(|n| n as u32 * TILE);
                [x0, y0, x1.min(self.size[0]) - x0, y1.min(self.size[1]) - y0]
            })
            .collect()
    }

    /// Rectangles that cover the tiles of a part that are not marked.
    pub fn gaps(&self, part: Part) -> Vec<Part> {
        self.runs(part, false)
    }

    /// Rectangles that cover all tiles that are marked, and no other.
    pub fn rectangles(&self) -> Vec<Part> {
        self.runs([0, 0, self.size[0], self.size[1]], true)
    }

    /// Runs of rows of tiles.
    fn runs(&self, [x, y, w, h]: Part, marked: bool) -> Vec<Part> {
        let mut out = Vec::new();
        let (first, last) = (x / TILE, (x + w).div_ceil(TILE));
        for row in y / TILE..(y + h).div_ceil(TILE) {
            let mut start = None;
            for column in first..=last {
                let inside = column < last && self.marked[row as usize * self.across + column as usize] == marked;
                match (inside, start) {
                    (true, None) => start = Some(column),
                    (false, Some(from)) => {
                        out.push([from * TILE, row * TILE, (column - from) * TILE, TILE]);
                        start = None;
                    }
                    _ => {}
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_their_gaps_make_up_the_marked_tiles() {
        let mut tiles = Tiles::none([100, 70]);
        tiles.mark([20.0, 20.0], [20.0, 20.0]);
        tiles.mark([90.0, 60.0], [300.0, 300.0]);
        let parts = tiles.parts();
        assert_eq!(parts, [[16, 16, 16, 16], [80, 48, 20, 22]]);
        // A bent strip is one part with a gap.
        tiles.mark([30.0, 30.0], [30.0, 66.0]);
        let parts = tiles.parts();
        let hidden: Vec<Part> = parts.iter().flat_map(|part| tiles.gaps(*part)).collect();
        for y in 0..70 {
            for x in 0..100 {
                let inside = |r: &&Part| x >= r[0] && y >= r[1] && x < r[0] + r[2] && y < r[1] + r[3];
                let drawn = parts.iter().filter(inside).count() - hidden.iter().filter(inside).count();
                assert_eq!(drawn, usize::from(tiles.has(x, y)), "{x} {y}");
            }
        }
    }
}
