//! Digests and times, as witnesses write them.

use sha2::{Digest, Sha256};

fn digest(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 digest of a file's bytes.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&digest(bytes))
}

/// A name made of what it names (RFC 9562, version 8), so that the same result has the same name.
pub(super) fn uuid(content: &str) -> String {
    let mut bytes = digest(content.as_bytes());
    bytes[6] = 0x80 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    let text = hex(&bytes[..16]);
    let groups = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)];
    groups.map(|(from, to)| &text[from..to]).join("-")
}

/// Seconds since 1970 in ISO 8601.
pub fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    let mut year = 1970;
    let mut left = days;
    while left >= year_length(year) {
        left -= year_length(year);
        year += 1;
    }
    let february = year_length(year) - 337;
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    format!(
        "{year:04}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z",
        month + 1,
        left + 1
    )
}

fn year_length(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    365 + u64::from(leap)
}

#[cfg(test)]
mod tests {
    use super::{sha256, timestamp, uuid};

    #[test]
    fn digests_are_those_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
        let name = uuid("x");
        assert_eq!(name.len(), 36);
        assert_eq!(&name[14..15], "8");
        assert_eq!(name, uuid("x"));
    }

    #[test]
    fn times_are_dates() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(timestamp(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
