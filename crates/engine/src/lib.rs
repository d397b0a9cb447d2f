//! The verification engines over shared parts.
