//! Pointers: an object's number in the upper half, a byte offset in the lower half, or a plain
//! number.
//!
//! A pointer has 64 bits in both data models. The number of an object of the program begins with
//! [`PROGRAM`], which no address of a 64-bit machine does: what begins otherwise is the plain number
//! of an address (null, a constant, memory of code that is not there). Where the objects of the
//! program lie is left open (`number`).
//!
//! An integer that may become a pointer again carries the pointer instead of the address: with
//! 64-bit addresses as it is, with 32-bit addresses as `[1010][any][k:11][o:16]`. Where a pointer
//! into an object of the program has no such form (too many objects, too large ones), turning it
//! into a number is an `Unsupported` location.

/// Bits of a pointer.
pub(super) const WIDTH: u32 = 64;
/// Bits of an offset.
pub(super) const OFFSET_BITS: u32 = 32;
/// The first four bits of an object's number.
pub(super) const PROGRAM: u32 = 0b1010;
/// Of an object's number: its contents are arbitrary at first.
pub(super) const ANY: u32 = 1 << 27;
/// Bits of an object's number without its marks.
pub(super) const INDEX_BITS: u32 = 27;
/// Bits of an object's number, and of an offset, that a word carries.
pub(super) const WORD_INDEX_BITS: u32 = 11;
pub(super) const WORD_OFFSET_BITS: u32 = 16;
/// Plain numbers below this are null or near it. An object may lie there, but not at null.
pub(super) const FIRST_ADDRESS: u128 = 4096;
/// Bits of a mark.
pub(super) const MARK_BITS: u32 = 4;
