//! A file that grows block by block and is whole after each: what a killed run had written can be gone on with.
//!
//! The file begins with the line `slapsight.blocks/1`; then each block: its packed length, four bytes, little end first, and its
//! bytes as one Zstandard frame with its checksum. A last block that was cut off or spoilt ends the file: [`Reading`] gives
//! those before it and says so.

use super::{StoreError, unwritable};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MARK: &[u8] = b"slapsight.blocks/1\n";
/// How hard Zstandard tries: numbers of measurements hardly get smaller by trying harder.
const LEVEL: i32 = 1;
/// No block is larger than this when unpacked, bytes: what claims to be is no file of ours.
const LARGEST: usize = 1 << 30;

/// A file of blocks that is being written.
#[derive(Debug)]
pub struct Blocks {
    file: File,
    path: PathBuf,
}

fn unreadable(path: &Path, why: &std::io::Error) -> StoreError {
    StoreError::Unreadable { path: path.display().to_string(), why: why.to_string() }
}

impl Blocks {
    /// Starts a file in the stead of what is there.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`].
    pub fn create(path: &Path) -> Result<Blocks, StoreError> {
        let fail = |why: std::io::Error| unwritable(path, &why);
        let mut file = File::create(path).map_err(fail)?;
        file.write_all(MARK).map_err(fail)?;
        Ok(Blocks { file, path: path.to_path_buf() })
    }

    /// Goes on with a file after the byte `whole` ([`Reading::whole`]); what is behind it is cut off.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`].
    pub fn go_on(path: &Path, whole: u64) -> Result<Blocks, StoreError> {
        let fail = |why: std::io::Error| unwritable(path, &why);
        let mut file = OpenOptions::new().write(true).open(path).map_err(fail)?;
        file.set_len(whole).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(Blocks { file, path: path.to_path_buf() })
    }

    /// Adds a block; it is on its way to the disk when this returns.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`], as when the disk is full.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let fail = |why: std::io::Error| unwritable(&self.path, &why);
        let mut packer = zstd::stream::Encoder::new(Vec::new(), LEVEL).map_err(fail)?;
        packer.include_checksum(true).map_err(fail)?;
        packer.write_all(bytes).map_err(fail)?;
        let packed = packer.finish().map_err(fail)?;
        let length = u32::try_from(packed.len()).map_err(|why| fail(std::io::Error::other(why)))?;
        // One write: a run that is killed leaves a whole block or a cut one, never one without its length.
        let mut whole = length.to_le_bytes().to_vec();
        whole.extend(packed);
        self.file.write_all(&whole).map_err(fail)
    }
}

/// A file of blocks that is being read.
#[derive(Debug)]
pub struct Reading {
    file: BufReader<File>,
    path: PathBuf,
    whole: u64,
    left: u64,
    cut: bool,
}

impl Reading {
    /// Opens a file. What is no file of blocks is refused.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] or [`StoreError::NotBlocks`].
    pub fn open(path: &Path) -> Result<Reading, StoreError> {
        let fail = |why: std::io::Error| unreadable(path, &why);
        let file = File::open(path).map_err(fail)?;
        let length = file.metadata().map_err(fail)?.len();
        let mut file = BufReader::new(file);
        let mut mark = [0; MARK.len()];
        if file.read_exact(&mut mark).is_err() || mark != *MARK {
            return Err(StoreError::NotBlocks { path: path.display().to_string() });
        }
        let whole = MARK.len() as u64;
        Ok(Reading { file, path: path.to_path_buf(), whole, left: length - whole, cut: false })
    }

    /// The next block; `None` after the last whole one.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the disk fails. A block that was cut off or spoilt is no error: see
    /// [`Reading::cut`].
    pub fn next_block(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        if self.cut || self.left == 0 {
            return Ok(None);
        }
        let mut length = [0; 4];
        if self.left < 4 {
            self.cut = true;
            return Ok(None);
        }
        self.file.read_exact(&mut length).map_err(|why| unreadable(&self.path, &why))?;
        let length = u32::from_le_bytes(length);
        if self.left - 4 < u64::from(length) {
            self.cut = true;
            return Ok(None);
        }
        let mut packed = vec![0; length as usize];
        self.file.read_exact(&mut packed).map_err(|why| unreadable(&self.path, &why))?;
        let mut bytes = Vec::new();
        let unpacked = zstd::stream::Decoder::new(packed.as_slice())
            .and_then(|unpacker| unpacker.take(LARGEST as u64).read_to_end(&mut bytes));
        if unpacked.is_err() || bytes.len() >= LARGEST {
            self.cut = true;
            return Ok(None);
        }
        self.whole += 4 + u64::from(length);
        self.left -= 4 + u64::from(length);
        Ok(Some(bytes))
    }

    /// Up to which byte the file is whole, as far as it was read.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Whether the file ends in a block that was cut off or spoilt, as far as it was read.
    pub fn cut(&self) -> bool {
        self.cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(path: &Path) -> (Vec<Vec<u8>>, u64, bool) {
        let mut reading = Reading::open(path).expect("a file of blocks");
        let mut blocks = Vec::new();
        while let Some(block) = reading.next_block().expect("readable") {
            blocks.push(block);
        }
        (blocks, reading.whole(), reading.cut())
    }

    fn written(path: &Path) -> Vec<Vec<u8>> {
        let blocks: Vec<Vec<u8>> = vec![b"one".to_vec(), vec![7; 100_000], Vec::new()];
        let mut file = Blocks::create(path).unwrap();
        for block in &blocks {
            file.add(block).unwrap();
        }
        blocks
    }

    #[test]
    fn blocks_come_back_as_they_were() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("blocks");
        let blocks = written(&path);
        assert_eq!(all(&path), (blocks, std::fs::metadata(&path).unwrap().len(), false));
    }

    #[test]
    fn a_file_cut_anywhere_gives_the_blocks_before_and_goes_on() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("blocks");
        let blocks = written(&path);
        let bytes = std::fs::read(&path).unwrap();
        for length in MARK.len()..bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let (found, whole, cut) = all(&path);
            assert_eq!(found, blocks[..found.len()]);
            assert!(found.len() < blocks.len() && cut == (whole < length as u64), "{length}");
            let mut file = Blocks::go_on(&path, whole).unwrap();
            for block in &blocks[found.len()..] {
                file.add(block).unwrap();
            }
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "{length}");
        }
    }

    #[test]
    fn a_spoilt_byte_is_seen_and_strangers_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("blocks");
        let blocks = written(&path);
        let bytes = std::fs::read(&path).unwrap();
        let mut noticed = 0;
        for at in MARK.len()..bytes.len() {
            let mut spoilt = bytes.clone();
            spoilt[at] ^= 0x10;
            std::fs::write(&path, &spoilt).unwrap();
            let (found, _, cut) = all(&path);
            // A bit that means nothing to the content may pass; a wrong byte never does.
            assert_eq!(found, blocks[..found.len()], "byte {at}");
            assert_eq!(found.len() < blocks.len(), cut, "byte {at}");
            noticed += usize::from(cut);
        }
        assert!(2 * noticed > bytes.len(), "{noticed} of {}", bytes.len());
        std::fs::write(&path, "{}").unwrap();
        assert!(matches!(Reading::open(&path), Err(StoreError::NotBlocks { .. })));
        assert!(matches!(Reading::open(&root.path().join("none")), Err(StoreError::Unreadable { .. })));
    }
}
