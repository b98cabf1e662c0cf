//! The file of the databases: a heading, the numbers (little-endian), and a check sum.

use rules::{InputError, check_sum};

use super::Bearoff;
use super::one_sided::{MAX_ROLLS, OneSided};
use super::placements::PLACEMENTS;
use super::two_sided::{SIDE, TwoSided};

/// Heading of a file, with the version of its contents.
const HEADING: &[u8; 8] = b"TKHBGB01";

impl Bearoff {
    /// Size of the file in bytes.
    pub const FILE_SIZE: usize = HEADING.len() + 2 * (PLACEMENTS * MAX_ROLLS + SIDE * SIDE) + 8;

    /// The databases as the bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = HEADING.to_vec();
        let numbers = self.one_sided.chances.as_flattened().iter().chain(&self.two_sided.chances);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(check_sum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Bearoff, InputError> {
        let error = |cause: String| InputError::new(format!("cannot read the bearoff databases: {cause}"));
        if bytes.len() != Bearoff::FILE_SIZE || !bytes.starts_with(HEADING) {
            let size = Bearoff::FILE_SIZE;
            return Err(error(format!("expected a file of {size} bytes written by this version")));
        }
        let (content, sum) = bytes.split_at(bytes.len() - 8);
        if sum != check_sum(content).to_le_bytes() {
            return Err(error("the file is damaged: its check sum differs".to_owned()));
        }
        let (numbers, _) = content[HEADING.len()..].as_chunks::<2>();
        let numbers: Vec<u16> = numbers.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect();
        let (one_sided, two_sided) = numbers.split_at(PLACEMENTS * MAX_ROLLS);
        Ok(Bearoff {
            one_sided: OneSided { chances: one_sided.as_chunks().0.to_vec() },
            two_sided: TwoSided { chances: two_sided.to_vec() },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_read_back_and_damage_is_found() {
        let bearoff = Bearoff::shared();
        let mut bytes = bearoff.write();
        assert_eq!(bytes.len(), Bearoff::FILE_SIZE);
        assert_eq!(Bearoff::read(&bytes).unwrap(), *bearoff);
        bytes[1000] ^= 4;
        assert!(Bearoff::read(&bytes).unwrap_err().to_string().contains("check sum"));
        assert!(Bearoff::read(&bytes[..500]).is_err());
    }
}
