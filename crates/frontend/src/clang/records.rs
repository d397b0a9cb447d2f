//! Structs, unions, enumerations and typedefs.

use super::arithmetic::integer;
use super::convert::Converter;
use super::node::Node;
use super::printed_layouts::Shown;
use super::scope::Value;
use crate::ast::{EnumId, Field, FieldPlacing, IntKind, IntegerValue, RecordId, RecordKind, Type};
use invar_cfa::{DataModel, EnumSize};
use std::sync::Arc;

impl Converter {
    /// Binds a tag, or the places under which a nameless type may be printed.
    fn bind_tag(&mut self, node: &Node, keyword: &str, ty: &Type) {
        match node.name.as_deref() {
            Some(tag) if !tag.is_empty() => {
                self.names.bind(&format!("{keyword} {tag}"), ty.clone());
            }
            _ => {
                let place = node.rare.as_ref().and_then(|rare| rare.place.as_ref());
                let spellings = place.map(|place| place.spellings()).unwrap_or_default();
                for spelling in spellings {
                    self.names
                        .bind(&format!("{keyword} @{spelling}"), ty.clone());
                }
            }
        }
    }

    /// The type a tag declaration continues, if it is not the first.
    fn earlier(&self, node: &Node, keyword: &str) -> Option<Type> {
        if let Some(ty) = self.tagged.get(&node.previous) {
            return Some(ty.clone());
        }
        let tag = node.name.as_deref().filter(|tag| !tag.is_empty())?;
        match self.names.declared_here(&format!("{keyword} {tag}"))? {
            // Mentioned before, but not declared in the dump.
            Type::Record(id) if self.unit.record(*id).fields.is_none() => Some(Type::Record(*id)),
            _ => None,
        }
    }

    /// A struct or union.
    pub(super) fn record(&mut self, node: &Node) {
        let keyword = node.word.as_deref().unwrap_or("struct");
        let kind = match keyword {
            "union" => RecordKind::Union,
            _ => RecordKind::Struct,
        };
        let tag = node.name.as_deref().unwrap_or_default();
        let id = match self.earlier(node, keyword) {
            Some(Type::Record(id)) => id,
            _ => self.new_record(tag, kind),
        };
        let ty = Type::Record(id);
        self.tagged.insert(node.id, ty.clone());
        self.bind_tag(node, keyword, &ty);
        self.record_placing(node, id);
        if node.flags.complete {
            self.members(node, id);
        }
    }

    fn members(&mut self, node: &Node, id: RecordId) {
        let mut fields = Vec::new();
        for child in &node.inner {
            match &*child.kind {
                "RecordDecl" => self.record(child),
                "EnumDecl" => self.enumeration(child),
                "FieldDecl" => {
                    self.fields.insert(child.id, (id, fields.len() as u32));
                    let field = self.field(child, id);
                    fields.push(field);
                }
                _ => {}
            }
        }
        self.unit.records[id.0 as usize].fields = Some(fields);
        self.shown_records.push(Shown::new(id, node));
    }

    fn field(&mut self, node: &Node, record: RecordId) -> Field {
        let ty = self.type_of(node);
        let placing = self.field_placing(node, &ty).unwrap_or_else(|| {
            self.unit.records[record.0 as usize].special_layout = true;
            FieldPlacing::default()
        });
        let mut bits = None;
        if node.flags.bit_field {
            let width = node
                .inner
                .iter()
                .find(|child| !child.kind.ends_with("Attr"));
            let width = width.map(|width| self.expression(width));
            let width = width.and_then(|width| self.evaluate(&width));
            bits = width.and_then(|width| u32::try_from(width).ok());
            if bits.is_none() {
                // Without its width nothing after it has a known place.
                self.unit.records[record.0 as usize].special_layout = true;
                bits = Some(0);
            }
        }
        Field {
            name: node.name.clone().unwrap_or_else(|| "".into()),
            ty,
            bits,
            placing,
            volatile: self.is_volatile_object(node),
        }
    }

    /// An enumeration with its constants.
    pub(super) fn enumeration(&mut self, node: &Node) {
        let ty = match self.tagged.get(&node.previous) {
            Some(ty @ Type::Enum(_)) => ty.clone(),
            _ => {
                let id = EnumId(self.unit.enums.len() as u32);
                self.unit.enums.push(integer("unsigned int", 32));
                Type::Enum(id)
            }
        };
        let Type::Enum(id) = ty else { return };
        let constants: Vec<&Node> = node
            .inner
            .iter()
            .filter(|child| &*child.kind == "EnumConstantDecl")
            .collect();
        let (mut lowest, mut highest) = (0, 0);
        let mut next: Option<IntegerValue> = Some(0);
        for constant in &constants {
            self.enumerator_names.extend(constant.name.clone());
            let initial = constant.inner.iter().find(|child| !is_annotation(child));
            if let Some(initial) = initial {
                let value = self.expression(initial);
                next = self.evaluate(&value);
            }
            if let Some(value) = next {
                self.enumerators.insert(constant.id, value);
                if let Some(name) = &constant.name {
                    let known = self.unit.enumerators.entry(id).or_default();
                    known.push((value, name.clone()));
                    let ty = self.type_of(constant);
                    self.names.bind_value(name, Value::Enumerator(value, ty));
                }
                lowest = lowest.min(value);
                highest = highest.max(value);
            }
            next = next.and_then(|value| value.checked_add(1));
        }
        let has_mode = node.has_attribute(&["ModeAttr"]);
        if node.ty.is_some() || has_mode {
            match self.type_of(node) {
                Type::Int(kind) if !has_mode => self.unit.enums[id.0 as usize] = kind,
                // Its values are those of another kind of type.
                _ => {
                    let other = Type::Other("enumeration of a type that is no integer".into());
                    self.tagged.insert(node.id, other.clone());
                    return self.bind_tag(node, "enum", &other);
                }
            }
        } else if !constants.is_empty() {
            let is_smallest = node.has_attribute(&["PackedAttr"])
                || self.type_rules.enum_size == EnumSize::Smallest;
            let packed = smallest(lowest, highest, self.data_model);
            let usual = underlying(lowest, highest, self.data_model);
            let is_open = !is_smallest && self.type_rules.enum_size == EnumSize::Undecided;
            if is_open && packed != usual {
                self.open_enums.insert(id);
            }
            self.unit.enums[id.0 as usize] = if is_smallest { packed } else { usual };
        }
        self.tagged.insert(node.id, ty.clone());
        self.bind_tag(node, "enum", &ty);
    }

    /// A typedef.
    pub(super) fn typedef(&mut self, node: &Node) {
        let Some(name) = &node.name else { return };
        let exact = node.inner.iter().find(|child| child.kind.ends_with("Type"));
        let ty = match exact.and_then(|child| self.type_node(child)) {
            Some(ty) => ty,
            None => self.declared_type(node),
        };
        let ty = match ty {
            Type::Enum(_) if node.has_attribute(&["ModeAttr"]) => {
                Type::Other("enumeration of another size".into())
            }
            ty => ty,
        };
        self.typedefs.insert(node.id, ty.clone());
        self.names.bind(&format!("typedef {name}"), ty.clone());
        self.typedef_placing(node, name);
        self.note_volatile_typedef(node, name);
        // A nameless struct is printed under the first typedef that names it.
        if let Type::Record(id) = ty {
            let record = &mut self.unit.records[id.0 as usize];
            if record.tag.is_empty() {
                record.tag = Arc::clone(name);
                let keyword = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                self.names.bind(&format!("{keyword} {name}"), ty);
            }
        } else if let Type::Enum(_) = ty {
            self.names.bind(&format!("enum {name}"), ty);
        }
    }

    /// A type given as nodes, where these are exact: they name declarations by address.
    pub(super) fn type_node(&self, node: &Node) -> Option<Type> {
        let inner = || node.inner.iter().find_map(|child| self.type_node(child));
        match &*node.kind {
            "ElaboratedType" | "QualType" | "ParenType" => inner(),
            "RecordType" | "EnumType" => self.tagged.get(&node.reference()?.id).cloned(),
            "TypedefType" => self.typedefs.get(&node.reference()?.id).cloned(),
            "PointerType" => Some(Type::Pointer(Arc::new(inner()?))),
            "ConstantArrayType" => {
                let size = node.rare.as_ref()?.size?;
                Some(Type::Array(Arc::new(inner()?), Some(size)))
            }
            _ => None,
        }
    }
}

impl Converter {
    /// The way to a member by name, through the nameless members around it.
    pub(super) fn member_path(&self, record: RecordId, name: &str) -> Option<Vec<(RecordId, u32)>> {
        let fields = self.unit.record(record).fields.as_ref()?;
        if name.is_empty() {
            return None;
        }
        if let Some(index) = fields.iter().position(|field| &*field.name == name) {
            return Some(vec![(record, index as u32)]);
        }
        fields.iter().enumerate().find_map(|(index, field)| {
            let Type::Record(inner) = field.ty else {
                return None;
            };
            if !field.name.is_empty() {
                return None;
            }
            let mut path = vec![(record, index as u32)];
            path.extend(self.member_path(inner, name)?);
            Some(path)
        })
    }
}

/// Attributes and comments are among the children of declarations.
pub(super) fn is_annotation(node: &Node) -> bool {
    node.kind.ends_with("Attr") || node.kind.ends_with("Comment") || node.is_missing()
}

/// The integer type of a packed enumeration.
fn smallest(lowest: IntegerValue, highest: IntegerValue, data_model: DataModel) -> IntKind {
    let fits = |low: i128, high: i128| lowest >= low && highest <= high;
    if fits(0, u8::MAX.into()) {
        integer("unsigned char", 8)
    } else if fits(i8::MIN.into(), i8::MAX.into()) {
        integer("signed char", 8)
    } else if fits(0, u16::MAX.into()) {
        integer("unsigned short", 16)
    } else if fits(i16::MIN.into(), i16::MAX.into()) {
        integer("short", 16)
    } else {
        underlying(lowest, highest, data_model)
    }
}

/// The integer type of an enumeration, as gcc and clang choose it.
fn underlying(lowest: IntegerValue, highest: IntegerValue, data_model: DataModel) -> IntKind {
    let fits = |low: i128, high: i128| lowest >= low && highest <= high;
    let long = data_model == DataModel::Lp64;
    if fits(0, u32::MAX.into()) {
        integer("unsigned int", 32)
    } else if fits(i32::MIN.into(), i32::MAX.into()) {
        integer("int", 32)
    } else if lowest < 0 {
        integer(if long { "long" } else { "long long" }, 64)
    } else {
        integer(
            if long {
                "unsigned long"
            } else {
                "unsigned long long"
            },
            64,
        )
    }
}
