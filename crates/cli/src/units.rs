//! Durations and sizes as people write them.

use std::time::Duration;

/// Reads `20s`, `500ms`, `2m`, `1h` or plain seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let value: f64 = number
        .parse()
        .map_err(|_| format!("'{text}' is not a duration"))?;
    let factor = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit '{unit}', use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(value * factor).map_err(|e| e.to_string())
}

/// Reads `500MB`, `4GB` or plain megabytes; the result is in megabytes.
pub fn megabytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let value: f64 = number
        .parse()
        .map_err(|_| format!("'{text}' is not a size"))?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "m" | "mb" => 1.0,
        "g" | "gb" => 1024.0,
        "k" | "kb" => 1.0 / 1024.0,
        _ => return Err(format!("unknown unit '{unit}', use MB or GB")),
    };
    let size = value * factor;
    if size < 1.0 {
        Err("less than a megabyte".into())
    } else {
        Ok(size as u64)
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::{duration, megabytes};
    use std::time::Duration;

    #[test]
    fn reads_durations() {
        assert_eq!(duration("20s"), Ok(Duration::from_secs(20)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("fast").is_err());
        assert!(duration("3 weeks").is_err());
    }

    #[test]
    fn reads_sizes() {
        assert_eq!(megabytes("500MB"), Ok(500));
        assert_eq!(megabytes("4GB"), Ok(4096));
        assert_eq!(megabytes("100"), Ok(100));
        assert!(megabytes("0").is_err());
        assert!(megabytes("5TB").is_err());
    }
}
