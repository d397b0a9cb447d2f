//! The stored form of a value: with all that is needed to check that it is the right one and
//! complete.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `invar-st` |
//! | 2 | version of this format |
//! | 1 | room |
//! | 1 | zero |
//! | 8 | when it was written, in seconds since 1970 |
//! | 8 | length of the value |
//! | 8 | length of the packed value |
//! | 32 | key |
//! | 32 | BLAKE3 of all bytes above and below |
//! | | the value, packed by zstd |
//!
//! Numbers have their lowest byte first. The digest is of what lies there, not of the value: what was damaged is never
//! unpacked.

use crate::{Key, Room};
use std::time::SystemTime;

const MAGIC: &[u8; 8] = b"invar-st";
/// Goes up with every change of the format: entries of other versions are dropped.
pub(crate) const VERSION: u16 = 1;
const DIGEST_AT: usize = 68;
/// Where the packed value begins.
pub(crate) const HEADER: usize = 100;
/// Quick, and already a tenth of the size for text with repetition.
const LEVEL: i32 = 3;

/// Why an entry is not what it should be.
#[derive(thiserror::Error, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    #[error("it is cut off in its header")]
    Short,
    #[error("it is no entry of a store")]
    Foreign,
    #[error("it has version {0} of the format, not {VERSION}")]
    Version(u16),
    #[error("it belongs to another room")]
    OtherRoom,
    #[error("it belongs to another key")]
    OtherKey,
    #[error("it says its value has {0} bytes, beyond the limit")]
    Large(u64),
    #[error("its packed value has {actual} bytes instead of {said}")]
    Length { said: u64, actual: u64 },
    #[error("its value cannot be unpacked")]
    Packing,
    #[error("its digest does not fit")]
    Digest,
}

/// The most bytes that an envelope around a value of this size can have.
pub(crate) fn most(value: u64) -> u64 {
    let value = usize::try_from(value).unwrap_or(usize::MAX / 2);
    (HEADER + zstd::zstd_safe::compress_bound(value)) as u64
}

/// Puts a value into an envelope.
pub(crate) fn seal(
    room: Room,
    key: &Key,
    value: &[u8],
    now: SystemTime,
) -> std::io::Result<Vec<u8>> {
    let packed = zstd::bulk::compress(value, LEVEL)?;
    let seconds = now.duration_since(SystemTime::UNIX_EPOCH);
    let seconds = seconds.map_or(0, |duration| duration.as_secs());
    let mut bytes = Vec::with_capacity(HEADER + packed.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([room.number(), 0]);
    bytes.extend(seconds.to_le_bytes());
    bytes.extend((value.len() as u64).to_le_bytes());
    bytes.extend((packed.len() as u64).to_le_bytes());
    bytes.extend(key.as_bytes());
    let digest = digest(&bytes, &packed);
    bytes.extend(digest.as_bytes());
    bytes.extend(packed);
    Ok(bytes)
}

fn digest(header: &[u8], packed: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(header);
    hasher.update(packed);
    hasher.finalize()
}

/// Takes the value out of an envelope, if all of it is right.
pub(crate) fn open(room: Room, key: &Key, bytes: &[u8], most: u64) -> Result<Vec<u8>, Damage> {
    let Some((header, packed)) = bytes.split_at_checked(HEADER) else {
        return Err(Damage::Short);
    };
    if !header.starts_with(MAGIC) {
        return Err(Damage::Foreign);
    }
    let version = u16::from_le_bytes([header[8], header[9]]);
    if version != VERSION {
        return Err(Damage::Version(version));
    }
    if header[10] != room.number() {
        return Err(Damage::OtherRoom);
    }
    if header[36..DIGEST_AT] != key.as_bytes()[..] {
        return Err(Damage::OtherKey);
    }
    let said = number(header, 28);
    let actual = packed.len() as u64;
    if said != actual {
        return Err(Damage::Length { said, actual });
    }
    let length = number(header, 20);
    if length > most {
        return Err(Damage::Large(length));
    }
    if digest(&header[..DIGEST_AT], packed).as_bytes()[..] != header[DIGEST_AT..] {
        return Err(Damage::Digest);
    }
    let capacity = usize::try_from(length).map_err(|_| Damage::Large(length))?;
    // Not one byte more than was said is unpacked.
    let value = zstd::bulk::decompress(packed, capacity).map_err(|_| Damage::Packing)?;
    if value.len() == capacity {
        Ok(value)
    } else {
        Err(Damage::Packing)
    }
}

/// When an entry was written, by its first bytes; long ago if they do not say.
#[cfg(any(test, feature = "redis"))]
pub(crate) fn written(header: &[u8]) -> SystemTime {
    let says = header.len() >= HEADER && header.starts_with(MAGIC);
    let seconds = if says {
        std::time::Duration::from_secs(number(header, 12))
    } else {
        std::time::Duration::ZERO
    };
    let time = SystemTime::UNIX_EPOCH.checked_add(seconds);
    time.unwrap_or(SystemTime::UNIX_EPOCH)
}

fn number(header: &[u8], at: usize) -> u64 {
    let bytes = header[at..at + 8].try_into();
    u64::from_le_bytes(bytes.expect("eight bytes are eight bytes"))
}

#[cfg(test)]
mod tests {
    use super::{DIGEST_AT, Damage, HEADER, digest, most, open, seal, written};
    use crate::{Key, Room};
    use std::time::{Duration, SystemTime};

    const LIMIT: u64 = 1 << 21;

    fn sealed(value: &[u8]) -> (Key, Vec<u8>) {
        let key = Key::of(&[b"key"]);
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let bytes = seal(Room::Evidence, &key, value, now).expect("packed");
        (key, bytes)
    }

    #[test]
    fn every_changed_bit_and_every_length_is_noticed() {
        let (key, bytes) = sealed(b"a value, a value, a value, a value");
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(
                open(Room::Evidence, &key, &changed, LIMIT).is_err(),
                "bit {bit}"
            );
        }
        for length in 0..bytes.len() {
            assert!(open(Room::Evidence, &key, &bytes[..length], LIMIT).is_err());
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(open(Room::Evidence, &key, &longer, LIMIT).is_err());
        assert!(open(Room::Evidence, &key, &bytes, LIMIT).is_ok());
    }

    #[test]
    fn a_value_beyond_the_limit_is_not_unpacked() {
        let (key, bytes) = sealed(&vec![0; 1 << 20]);
        assert!(bytes.len() < 1000, "it is packed");
        assert!(open(Room::Evidence, &key, &bytes, 1 << 20).is_ok());
        let beyond = open(Room::Evidence, &key, &bytes, (1 << 20) - 1);
        assert_eq!(beyond, Err(Damage::Large(1 << 20)));
        // One that says less than it holds, or more, with a digest that fits.
        for said in [10, (1 << 20) + 1] {
            let mut liar = bytes.clone();
            liar[20..28].copy_from_slice(&u64::to_le_bytes(said));
            let unsigned = open(Room::Evidence, &key, &liar, LIMIT);
            assert_eq!(unsigned, Err(Damage::Digest));
            let fitting = digest(&liar[..DIGEST_AT], &liar[HEADER..]);
            liar[DIGEST_AT..HEADER].copy_from_slice(fitting.as_bytes());
            let signed = open(Room::Evidence, &key, &liar, LIMIT);
            assert_eq!(signed, Err(Damage::Packing));
        }
    }

    #[test]
    fn the_largest_envelope_fits_its_bound() {
        // Bytes without a pattern grow when they are packed.
        let mut state = 1_u64;
        let noise: Vec<u8> = (0..300_000)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state as u8
            })
            .collect();
        let (_, bytes) = sealed(&noise);
        assert!(bytes.len() as u64 <= most(noise.len() as u64));
        assert!(bytes.len() > noise.len() + HEADER);
    }

    #[test]
    fn the_time_is_in_the_header() {
        let (_, bytes) = sealed(b"");
        let expected = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        assert_eq!(written(&bytes), expected);
        assert_eq!(written(&bytes[..20]), SystemTime::UNIX_EPOCH);
        let far = [&bytes[..12], &[0xff; 8], &bytes[20..]].concat();
        assert_eq!(written(&far), SystemTime::UNIX_EPOCH);
    }
}
