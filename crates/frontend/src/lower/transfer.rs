//! Reading and writing whole objects: plain variables, and memory scalar by scalar.

use super::body::{Body, Lowered};
use super::instances::instances;
use super::memory::{Spot, Updates};
use super::place::{Memory, Place, Plain, Value};
use super::shape::{Class, INDEX_BITS, Scalar};
use super::state::Access;
use invar_cfa::{HavocOrigin, Operation, Scope, Span};
use invar_term::{Sort, TermId};

/// Scalars copied one by one when part of an array, or memory, is used as a value.
const MAX_COPIED: usize = 4096;

/// What is written into an object in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    /// A value of the program.
    Assigned,
    /// What an object has at first: anything, but nothing that the program stored.
    Arbitrary,
}

impl Body<'_, '_> {
    /// The value of an object. Opaque parts have no terms.
    pub fn read(&mut self, place: &Place, span: Option<Span>) -> Lowered<Value> {
        let value = match place {
            Place::Plain(plain) => self.read_plain(plain, span),
            Place::Memory(memory) => self.read_memory(memory, span),
        }?;
        if self.is_interrupted(place, Access::Read) {
            self.keep_from_handlers(value, span)
        } else {
            Ok(value)
        }
    }

    fn read_plain(&mut self, place: &Plain, span: Option<Span>) -> Lowered<Value> {
        let mut leaves = Vec::new();
        for ((scalar, dims), variable) in place.shape.leaves().into_iter().zip(place.variables()) {
            let whole = self.symbol(*variable);
            leaves.push(if place.indices.is_empty() {
                whole
            } else if dims.is_empty() {
                self.terms.select(whole, self.flat_index(place, &[]))
            } else {
                self.read_part(place, whole, scalar, &dims, span)?
            });
        }
        Ok(Value {
            shape: place.shape.clone(),
            leaves,
        })
    }

    /// The part of an array under a place, as an array of its own.
    fn read_part(
        &mut self,
        place: &Plain,
        whole: TermId,
        scalar: Scalar,
        dims: &[u64],
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let count: u64 = dims.iter().product();
        if count > MAX_COPIED as u64 {
            return self.unsupported("copy of a large part of an array", span);
        }
        let t = self.terms.clone();
        let start = self.flat_index(place, dims);
        let mut part = self.zero_array(scalar);
        for i in 0..u128::from(count) {
            let offset = t.bv(INDEX_BITS, i);
            part = t.store(part, offset, t.select(whole, t.bv_add(start, offset)));
        }
        Ok(part)
    }

    /// The plain array of zeros.
    pub(super) fn zero_array(&self, scalar: Scalar) -> TermId {
        let t = &self.terms;
        t.const_array(Sort::BitVec(INDEX_BITS), self.zero_of(scalar))
    }

    /// The zero that a plain variable holds.
    pub(super) fn zero_of(&self, scalar: Scalar) -> TermId {
        match invar_term::Value::zero(&scalar.sort()) {
            Some(zero) => self.terms.constant(&zero),
            None => self.terms.bv(scalar.stored, 0),
        }
    }

    fn read_memory(&mut self, place: &Memory, span: Option<Span>) -> Lowered<Value> {
        self.check_place(place, span);
        let mut leaves: Vec<Option<TermId>> = vec![None; place.shape.leaf_count()];
        let Some(found) = instances(&place.shape, MAX_COPIED) else {
            return self.unsupported("copy of a large object", span);
        };
        let t = self.terms.clone();
        let with_union = place.shape.has_union();
        for instance in found {
            let spot = self.spot(place, instance.bit_offset, instance.bits);
            if self.is_unused(spot, with_union) {
                continue;
            }
            let value = self.load(spot, instance.scalar, span)?;
            let leaf = &mut leaves[instance.leaf];
            *leaf = Some(match instance.index {
                None => value,
                Some(index) => {
                    let array = leaf.unwrap_or_else(|| self.zero_array(instance.scalar));
                    t.store(array, t.bv(INDEX_BITS, u128::from(index)), value)
                }
            });
        }
        let kinds = place.shape.leaves();
        let leaves = leaves.into_iter().zip(kinds).map(|(leaf, (scalar, dims))| {
            leaf.unwrap_or_else(|| {
                if dims.is_empty() {
                    self.zero_of(scalar)
                } else {
                    self.zero_array(scalar)
                }
            })
        });
        Ok(Value {
            leaves: leaves.collect(),
            shape: place.shape.clone(),
        })
    }

    /// A scalar inside a place.
    fn spot(&self, place: &Memory, bit_offset: u64, bits: Option<(u32, u32)>) -> Spot {
        let bytes = (bit_offset / 8) as i64;
        Spot {
            pointer: self.moved(place.pointer, bytes),
            cell: self.lowering.points_to.moved(place.cell, bytes),
            bits: place.bits.or(bits),
        }
    }

    fn check_place(&mut self, place: &Memory, span: Option<Span>) {
        if place.inside {
            return;
        }
        let bytes = match place.bits {
            Some((first, width)) => u64::from((first + width).div_ceil(8)),
            None => place.shape.size(),
        };
        self.check_access(place.pointer, place.cell, bytes, span);
    }

    /// Replaces the value of an object; opaque parts are skipped, padding holds anything.
    pub fn write(&mut self, place: &Place, value: &Value, span: Option<Span>) -> Lowered<()> {
        if let Place::Memory(memory) = place
            && !self.initialising
        {
            self.forget_padding(memory, span)?;
        }
        self.write_members(place, value, span)
    }

    /// As [`Self::write`], where padding keeps its value.
    pub(super) fn write_members(
        &mut self,
        place: &Place,
        value: &Value,
        span: Option<Span>,
    ) -> Lowered<()> {
        if **place.shape() != *value.shape {
            return self.unsupported("assignment between different shapes", span);
        }
        self.check_frame_of(place, span);
        match place {
            Place::Plain(plain) => {
                let mut updates = Updates::default();
                self.write_plain(&mut updates, plain, value, span)?;
                self.commit(&updates, span);
            }
            Place::Memory(memory) => {
                self.check_place(memory, span);
                self.check_status_register(memory, &value.shape, span);
                self.write_memory(memory, value, Contents::Assigned, span)?;
            }
        }
        if self.is_interrupted(place, Access::Write) {
            self.written_for_handlers(place, span)
        } else {
            Ok(())
        }
    }

    /// Writes into memory. Bytes of unions, and of objects with arbitrary contents, may be in no part.
    fn write_memory(
        &mut self,
        memory: &Memory,
        value: &Value,
        contents: Contents,
        span: Option<Span>,
    ) -> Lowered<()> {
        if self.forgets_memory() {
            return Ok(());
        }
        let Some(found) = instances(&memory.shape, MAX_COPIED) else {
            return self.unsupported("copy of a large object", span);
        };
        let may_be_unused = contents == Contents::Arbitrary || memory.shape.has_union();
        let mut updates = Updates::default();
        let t = self.terms.clone();
        for instance in found {
            let leaf = value.leaves[instance.leaf];
            let new = match instance.index {
                None => leaf,
                Some(i) => t.select(leaf, t.bv(INDEX_BITS, u128::from(i))),
            };
            let spot = self.spot(memory, instance.bit_offset, instance.bits);
            if self.is_unused(spot, may_be_unused) {
                continue;
            }
            let new = match (contents, instance.scalar.class) {
                (Contents::Arbitrary, Class::Copied) => {
                    let byte = t.extract(7, 0, new);
                    t.zero_extend(super::pointer_bits::MARK_BITS, byte)
                }
                _ => new,
            };
            self.store(&mut updates, spot, instance.scalar, new, span)?;
        }
        self.commit(&updates, span);
        Ok(())
    }

    fn write_plain(
        &mut self,
        updates: &mut Updates,
        place: &Plain,
        value: &Value,
        span: Option<Span>,
    ) -> Lowered<()> {
        let leaves = place.shape.leaves();
        let variables = place.variables().to_vec();
        for (((_, dims), variable), new) in leaves.iter().zip(variables).zip(&value.leaves) {
            let t = self.terms.clone();
            let whole = self.symbol(variable);
            let updated = if place.indices.is_empty() {
                *new
            } else if dims.is_empty() {
                t.store(whole, self.flat_index(place, &[]), *new)
            } else {
                let count: u64 = dims.iter().product();
                if count > MAX_COPIED as u64 {
                    return self.unsupported("copy of a large part of an array", span);
                }
                let start = self.flat_index(place, dims);
                (0..u128::from(count)).fold(whole, |array, i| {
                    let offset = t.bv(INDEX_BITS, i);
                    t.store(array, t.bv_add(start, offset), t.select(*new, offset))
                })
            };
            updates.set(variable, updated);
        }
        Ok(())
    }

    /// Any value for every scalar of an object in memory.
    pub(super) fn forget_place(&mut self, place: &Place, span: Option<Span>) -> Lowered<()> {
        let shape = place.shape().clone();
        let name = format!("{}::$any", self.name);
        let scope = Scope::Local(self.function);
        let storage = self.lowering.allocate(&name, None, shape, scope, span);
        for leaf in storage.leaves.iter() {
            let origin = HavocOrigin::Uninitialised;
            self.emit(
                Operation::Havoc {
                    target: *leaf,
                    origin,
                },
                span,
            );
        }
        let value = Value {
            leaves: storage.leaves.iter().map(|v| self.symbol(*v)).collect(),
            shape: storage.shape,
        };
        match place {
            Place::Memory(memory) => self.write_memory(memory, &value, Contents::Arbitrary, span),
            Place::Plain(_) => self.write(place, &value, span),
        }
    }
}
