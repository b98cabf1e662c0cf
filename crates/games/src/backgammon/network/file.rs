//! The file of the networks: a heading, the sizes, the weights, and a check sum. All numbers are little-endian.

use rules::{InputError, check_sum};

use super::{CONTACT_INPUTS, Network, Networks, RACE_INPUTS};

/// Heading of a file: its kind and the version of the inputs.
const HEADING: &[u8; 8] = b"TKHBGN01";
/// Largest number of hidden units.
const LARGEST: usize = 1024;

impl Networks {
    /// The networks as the bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = HEADING.to_vec();
        for network in [&self.contact, &self.race] {
            for size in [network.inputs(), network.hidden()] {
                bytes.extend((size as u32).to_le_bytes());
            }
            bytes.extend(network.weights().flat_map(f32::to_le_bytes));
        }
        bytes.extend(check_sum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Networks, InputError> {
        let error = |cause: &str| InputError::new(format!("cannot read the networks: {cause}"));
        let (content, sum) = bytes
            .split_last_chunk::<8>()
            .filter(|(content, _)| content.starts_with(HEADING))
            .ok_or_else(|| error("expected a file that \"backgammon train\" has written"))?;
        if u64::from_le_bytes(*sum) != check_sum(content) {
            return Err(error("the file is damaged: its check sum differs"));
        }
        let mut rest = &content[HEADING.len()..];
        let contact = read_network(&mut rest, CONTACT_INPUTS).map_err(|cause| error(&cause))?;
        let race = read_network(&mut rest, RACE_INPUTS).map_err(|cause| error(&cause))?;
        if !rest.is_empty() {
            return Err(error("the file goes on after the weights"));
        }
        Ok(Networks { contact, race, bearoff: None })
    }
}

fn read_network(rest: &mut &[u8], inputs: usize) -> Result<Network, String> {
    let mut size = || {
        let (size, after) = rest.split_first_chunk::<4>().ok_or("the file ends early")?;
        *rest = after;
        Ok::<usize, String>(u32::from_le_bytes(*size) as usize)
    };
    let (found, hidden) = (size()?, size()?);
    if found != inputs {
        return Err(format!("a network has {found} inputs: expected {inputs}"));
    }
    if hidden == 0 || hidden > LARGEST || hidden % 8 != 0 {
        return Err(format!("a network has {hidden} hidden units: expected a multiple of 8 up to {LARGEST}"));
    }
    let mut network = Network::zeros(inputs, hidden);
    for weight in network.weights_mut() {
        let (bytes, after) = rest.split_first_chunk::<4>().ok_or("the file ends early")?;
        *weight = f32::from_le_bytes(*bytes);
        if !weight.is_finite() {
            return Err("a weight is no number".to_owned());
        }
        *rest = after;
    }
    Ok(network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::training::Trainer;

    #[test]
    fn files_read_back_and_damage_is_found() {
        let networks = Trainer::new(16, 8, 3).networks;
        let mut bytes = networks.write();
        assert_eq!(Networks::read(&bytes).unwrap(), networks);
        assert!(Networks::read(&bytes[..100]).is_err());
        assert!(Networks::read(b"").is_err());
        bytes[60] ^= 1;
        let error = Networks::read(&bytes).unwrap_err().to_string();
        assert!(error.contains("check sum"), "{error}");
    }
}
