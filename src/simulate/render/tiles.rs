//! Which parts of the picture must be drawn again: where something moves, and where its shadow falls.

use super::gpu::Part;

/// Side of a tile, pixels.
pub const TILE: u32 = 16;

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

    /// Share of the picture marked.
    pub fn share(&self) -> f64 {
        self.marked.iter().filter(|marked| **marked).count() as f64 / self.marked.len() as f64
    }

    /// Whether the tile of a pixel is marked.
    pub fn has(&self, x: u32, y: u32) -> bool {
        self.marked[(y / TILE) as usize * self.across + (x / TILE) as usize]
    }

    /// The smallest part that holds all marked tiles.
    pub fn part(&self) -> Part {
        let spots = || (0..self.marked.len()).filter(|&i| self.marked[i]);
        let (x0, x1) = (spots().map(|i| i % self.across).min(), spots().map(|i| i % self.across).max());
        let (y0, y1) = (spots().map(|i| i / self.across).min(), spots().map(|i| i / self.across).max());
        match (x0, x1, y0, y1) {
            (Some(x0), Some(x1), Some(y0), Some(y1)) => {
                let [x0, x1, y0, y1] = [x0, x1 + 1, y0, y1 + 1].map(|n| n as u32 * TILE);
                [x0, y0, x1.min(self.size[0]) - x0, y1.min(self.size[1]) - y0]
            }
            _ => [0; 4],
        }
    }

    /// Rectangles that cover the tiles of a part that are not marked: runs of a row of tiles.
    pub fn gaps(&self, [x, y, w, h]: Part) -> Vec<Part> {
        let mut out = Vec::new();
        let (first, last) = (x / TILE, (x + w).div_ceil(TILE));
        for row in y / TILE..(y + h).div_ceil(TILE) {
            let mut start = None;
            for column in first..=last {
                let gap = column < last && !self.marked[row as usize * self.across + column as usize];
                match (gap, start) {
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
    fn a_part_and_its_gaps_make_up_the_marked_tiles() {
        let mut tiles = Tiles::none([100, 70]);
        tiles.mark([20.0, 20.0], [20.0, 20.0]);
        tiles.mark([90.0, 60.0], [300.0, 300.0]);
        let part = tiles.part();
        assert_eq!(part, [16, 16, 84, 54]);
        let hidden = tiles.gaps(part);
        for y in part[1]..part[1] + part[3] {
            for x in part[0]..part[0] + part[2] {
                let inside = |r: &Part| x >= r[0] && y >= r[1] && x < r[0] + r[2] && y < r[1] + r[3];
                assert_eq!(hidden.iter().any(inside), !tiles.has(x, y), "{x} {y}");
            }
        }
    }
}
