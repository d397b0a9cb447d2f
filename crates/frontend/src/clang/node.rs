//! One node of clang's dump, read tolerantly: unknown attributes are skipped, every known one may
//! be missing. The children of the translation unit are handed out one by one.

use super::leaf::{Id, Position, Range, ReferenceSeed, Text, TypeSeed};
use super::position::{Place, Positions};
use super::source_text::Extent;
use invar_cfa::{SourceMap, Span};
use rustc_hash::FxHashSet;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::io::Read;
use std::sync::Arc;

/// A type as printed.
#[derive(Clone, Debug, Default)]
pub(super) struct TypeText {
    /// As written in the source.
    pub(super) written: Arc<str>,
    /// Without the outermost typedefs, where that differs.
    pub(super) desugared: Option<Arc<str>>,
    /// The id of the typedef it is, or 0.
    pub(super) alias: u64,
}

impl TypeText {
    /// Without the outermost typedefs.
    pub(super) fn resolved(&self) -> &Arc<str> {
        self.desugared.as_ref().unwrap_or(&self.written)
    }
}

/// The declaration a name refers to.
#[derive(Clone, Debug, Default)]
pub(super) struct Reference {
    pub(super) id: u64,
    pub(super) kind: Arc<str>,
    pub(super) name: Arc<str>,
    pub(super) ty: Option<TypeText>,
}

/// Attributes that few nodes have.
#[derive(Debug, Default)]
pub(super) struct Rare {
    /// `referencedDecl`, `decl` of a type, or `field` of a union's initialiser.
    pub(super) reference: Option<Reference>,
    pub(super) argument_type: Option<TypeText>,
    pub(super) compute_left: Option<TypeText>,
    pub(super) compute_result: Option<TypeText>,
    pub(super) filler: Option<Vec<Node>>,
    /// Position of a declared struct, union or enumeration, for nameless ones.
    pub(super) place: Option<Place>,
    /// The name for the linker, where it differs.
    pub(super) symbol: Option<Arc<str>>,
    /// Number of elements of an array type.
    pub(super) size: Option<u64>,
    /// Where the text is, of those kinds that need it.
    pub(super) extent: Option<Extent>,
}

/// Kinds of nodes that are understood only with their text.
const WITH_TEXT: [&str; 8] = [
    "IntegerLiteral",
    "FunctionDecl",
    "RecordDecl",
    "ParmVarDecl",
    "AlignedAttr",
    "OffsetOfExpr",
    "VarDecl",
    "GCCAsmStmt",
];

/// Numbers with fewer digits than this fit a signed type: only from here on the text of a constant matters.
const DIGITS_BEYOND_SIGNED: usize = 19;

/// Yes-or-no attributes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    pub(super) arrow: bool,
    pub(super) postfix: bool,
    pub(super) complete: bool,
    pub(super) bit_field: bool,
    pub(super) range: bool,
    pub(super) selected: bool,
    pub(super) initialised: bool,
    pub(super) inline: bool,
    /// Of a function: a header of the system declares it.
    pub(super) system_header: bool,
}

/// A node.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Its address in clang, or 0.
    pub(super) id: u64,
    /// Its class; empty for a missing child.
    pub(super) kind: Arc<str>,
    /// Where a declaration's name is.
    pub(super) location: Option<Span>,
    /// Its first character.
    pub(super) begin: Option<Span>,
    pub(super) name: Option<Arc<str>>,
    pub(super) ty: Option<TypeText>,
    pub(super) value: Option<Arc<str>>,
    /// `opcode`, `castKind`, `storageClass`, `tagUsed`, `aliasee` or `section_name`; no node has two of them.
    pub(super) word: Option<Arc<str>>,
    /// The id of a member, or of a label.
    pub(super) link: u64,
    /// The id of the declaration before this one of the same thing.
    pub(super) previous: u64,
    pub(super) flags: Flags,
    pub(super) rare: Option<Box<Rare>>,
    pub(super) inner: Vec<Node>,
}

impl Node {
    /// Whether this represents an absent child.
    pub(super) fn is_missing(&self) -> bool {
        self.kind.is_empty()
    }

    /// The referenced declaration.
    pub(super) fn reference(&self) -> Option<&Reference> {
        self.rare.as_ref().and_then(|rare| rare.reference.as_ref())
    }

    /// The name that `asm("name")` gives a declaration, where it is another one.
    pub(super) fn symbol(&self) -> Option<&Arc<str>> {
        let symbol = self.rare.as_ref()?.symbol.as_ref();
        symbol.filter(|_| self.has_attribute(&["AsmLabelAttr"]))
    }

    /// Where the text is.
    pub(super) fn extent(&self) -> Option<&Extent> {
        self.rare.as_ref().and_then(|rare| rare.extent.as_ref())
    }

    /// Whether an attribute of one of these kinds is attached.
    pub(super) fn has_attribute(&self, kinds: &[&str]) -> bool {
        self.inner.iter().any(|child| kinds.contains(&&*child.kind))
    }

    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }
}

/// What is shared by all nodes of a document: texts and the decoder of positions.
#[derive(Default)]
pub(super) struct Reader {
    texts: FxHashSet<Arc<str>>,
    pub(super) positions: Positions,
}

impl Reader {
    /// The files of the positions.
    pub(super) fn into_sources(self) -> SourceMap {
        self.positions.into_sources()
    }

    /// The one copy of a text.
    pub(super) fn intern(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.texts.insert(Arc::clone(&new));
        new
    }
}

/// Reads a dump and hands out the children of its root in order.
pub(super) fn read_dump(
    source: impl Read,
    reader: &mut Reader,
    visit: impl FnMut(Node),
) -> Result<(), serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_reader(source);
    deserializer.disable_recursion_limit();
    let mut visit = visit;
    NodeSeed {
        reader,
        visit: Some(&mut visit),
    }
    .deserialize(&mut deserializer)?;
    deserializer.end()
}

/// Reads a node; with `visit`, its children go there instead of into the node.
struct NodeSeed<'a> {
    reader: &'a mut Reader,
    visit: Option<&'a mut dyn FnMut(Node)>,
}

impl<'de> DeserializeSeed<'de> for NodeSeed<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for NodeSeed<'_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let NodeSeed { reader, mut visit } = self;
        let mut node = Node::default();
        while let Some(key) = map.next_key_seed(Text(reader))? {
            match &*key {
                "id" => node.id = map.next_value_seed(Id)?,
                "kind" => node.kind = map.next_value_seed(Text(reader))?,
                "loc" => {
                    let place = map.next_value_seed(Position(reader))?;
                    node.location = place.as_ref().map(|located| located.place.span);
                    node.flags.system_header = &*node.kind == "FunctionDecl"
                        && place
                            .as_ref()
                            .is_some_and(|p| p.place.is_in_system_header());
                    if matches!(&*node.kind, "RecordDecl" | "EnumDecl") {
                        node.rare().place = place.map(|located| located.place);
                    }
                }
                "range" => {
                    let (begin, end) = map.next_value_seed(Range(reader))?;
                    node.begin = begin.as_ref().map(|located| located.place.span);
                    if let (Some(begin), Some(end)) = (begin, end)
                        && WITH_TEXT.contains(&&*node.kind)
                    {
                        node.rare().extent = Some(Extent::new(begin, end));
                    }
                }
                "name" => node.name = Some(map.next_value_seed(Text(reader))?),
                "mangledName" => {
                    let symbol = map.next_value_seed(Text(reader))?;
                    if node.name.as_ref() != Some(&symbol) {
                        node.rare().symbol = Some(symbol);
                    }
                }
                "type" | "fixedUnderlyingType" => {
                    node.ty = Some(map.next_value_seed(TypeSeed(reader))?)
                }
                "value" => node.value = Some(map.next_value_seed(Text(reader))?),
                "opcode" | "castKind" | "storageClass" | "tagUsed" | "aliasee" | "section_name" => {
                    node.word = Some(map.next_value_seed(Text(reader))?);
                }
                "referencedMemberDecl" | "declId" | "targetLabelDeclId" | "labelDeclId" => {
                    node.link = map.next_value_seed(Id)?;
                }
                "previousDecl" => node.previous = map.next_value_seed(Id)?,
                "isArrow" => node.flags.arrow = map.next_value()?,
                "isPostfix" => node.flags.postfix = map.next_value()?,
                "completeDefinition" => node.flags.complete = map.next_value()?,
                "isBitfield" => node.flags.bit_field = map.next_value()?,
                "isGNURange" => node.flags.range = map.next_value()?,
                "inline" => node.flags.inline = map.next_value()?,
                "selected" => node.flags.selected = map.next_value()?,
                "init" => {
                    map.next_value::<IgnoredAny>()?;
                    node.flags.initialised = true;
                }
                "referencedDecl" | "decl" | "field" => {
                    let reference = map.next_value_seed(ReferenceSeed(reader))?;
                    node.rare().reference = Some(reference);
                }
                "size" => node.rare().size = map.next_value_seed(Text(reader))?.parse().ok(),
                "argType" => {
                    node.rare().argument_type = Some(map.next_value_seed(TypeSeed(reader))?);
                }
                "computeLHSType" => {
                    node.rare().compute_left = Some(map.next_value_seed(TypeSeed(reader))?);
                }
                "computeResultType" => {
                    node.rare().compute_result = Some(map.next_value_seed(TypeSeed(reader))?);
                }
                "array_filler" => {
                    let nodes = map.next_value_seed(Nodes {
                        reader,
                        visit: None,
                    })?;
                    node.rare().filler = Some(nodes);
                }
                "inner" => {
                    let visit = visit
                        .as_mut()
                        .map(|visit| &mut **visit as &mut dyn FnMut(Node));
                    node.inner = map.next_value_seed(Nodes { reader, visit })?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let is_long = |value: &Arc<str>| value.len() >= DIGITS_BEYOND_SIGNED;
        if &*node.kind == "IntegerLiteral" && !node.value.as_ref().is_some_and(is_long) {
            node.rare = None;
        }
        Ok(node)
    }
}

struct Nodes<'a> {
    reader: &'a mut Reader,
    visit: Option<&'a mut dyn FnMut(Node)>,
}

impl<'de> DeserializeSeed<'de> for Nodes<'_> {
    type Value = Vec<Node>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Node>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Nodes<'_> {
    type Value = Vec<Node>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of nodes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<Node>, A::Error> {
        let Nodes { reader, mut visit } = self;
        let mut nodes = Vec::new();
        while let Some(node) = sequence.next_element_seed(NodeSeed {
            reader,
            visit: None,
        })? {
            match &mut visit {
                Some(visit) => visit(node),
                None => nodes.push(node),
            }
        }
        Ok(nodes)
    }
}
