//! The state of the conversion, and the meaning of types at the current place.

use super::constant;
use super::labels::Labels;
use super::length_state::LengthState;
use super::node::{Node, TypeText};
use super::numbers_type::{KnownNumbers, Numbers};
use super::options::{EndOfMain, InlineRule, TypeRules};
use super::printed_layouts::{Shown, Source};
use super::replaced::BuiltIns;
use super::scope::{Meaning, Names};
use super::source_text::Files;
use super::type_text::{Resolve, parse_type};
use super::unseen;
use super::written_macros::WrittenMacros;
use crate::ast::{
    EnumId, Expr, FunId, IntKind, IntegerValue, LabelId, Record, RecordId, RecordKind,
    RecordPlacing, Refusal, Storage, Type, Unit, VariableId,
};
use crate::clang::ParseOptions;
use crate::rewrite;
use invar_cfa::{CharSign, DataModel, LongDouble, SourceMap, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Builds a [`Unit`] from the top-level declarations, one after the other.
pub(super) struct Converter {
    pub(super) unit: Unit,
    pub(super) data_model: DataModel,
    pub(super) inline_rule: InlineRule,
    pub(super) end_of_main: EndOfMain,
    pub(super) type_rules: TypeRules,
    /// The functions that gcc computes itself though the program defines them.
    pub(super) built_ins: BuiltIns,
    pub(super) names: Names,
    /// What clang's declarations became, by their address.
    pub(super) variables: FxHashMap<u64, VariableId>,
    pub(super) functions: FxHashMap<u64, FunId>,
    pub(super) tagged: FxHashMap<u64, Type>,
    pub(super) typedefs: FxHashMap<u64, Type>,
    pub(super) fields: FxHashMap<u64, (RecordId, u32)>,
    /// The structs and unions whose members the dump shows.
    pub(super) shown_records: Vec<Shown>,
    /// What clang makes of them, and of others.
    pub(super) layouts: Source,
    pub(super) enumerators: FxHashMap<u64, IntegerValue>,
    /// Enumerations whose size an option would have to say.
    pub(super) open_enums: FxHashSet<EnumId>,
    /// The structs that stand for complex numbers and vectors.
    pub(super) numbers: KnownNumbers,
    /// Their names, whatever the scope.
    pub(super) enumerator_names: FxHashSet<Arc<str>>,
    pub(super) labels: FxHashMap<u64, LabelId>,
    /// Array lengths that are computed at run time.
    pub(super) lengths: LengthState,
    /// Variables that are other names of known ones, with their own types, by their address.
    pub(super) aliases: FxHashMap<u64, (VariableId, Type)>,
    /// File-scope names.
    pub(super) global_names: FxHashMap<Arc<str>, VariableId>,
    pub(super) function_names: FxHashMap<Arc<str>, FunId>,
    /// The alignment in bytes of typedefs that have one of their own, by name; `None` if not known.
    pub(super) aligned_typedefs: FxHashMap<Arc<str>, Option<u64>>,
    /// Typedefs of volatile types.
    pub(super) volatile_typedefs: FxHashSet<Arc<str>>,
    /// Words in bounds of array parameters that may be macros.
    pub(super) bound_words: BTreeSet<String>,
    /// The text of the program.
    pub(super) files: Files,
    /// The function whose body is being read.
    pub(super) current: Option<FunId>,
    /// Whether a case label of the innermost `switch` could not be evaluated.
    pub(super) broken_switch: bool,
    /// The labels of the function whose body is being read.
    pub(super) function_labels: Labels,
}

impl Converter {
    /// A converter that has seen nothing.
    pub(super) fn new(options: &ParseOptions) -> Converter {
        Converter {
            unit: Unit {
                target: options.own_target(),
                ..Unit::default()
            },
            data_model: options.data_model,
            inline_rule: options.inline_rule(),
            end_of_main: options.end_of_main(),
            type_rules: options.type_rules(),
            built_ins: BuiltIns::of(options),
            names: Names::default(),
            variables: FxHashMap::default(),
            functions: FxHashMap::default(),
            tagged: FxHashMap::default(),
            typedefs: FxHashMap::default(),
            fields: FxHashMap::default(),
            shown_records: Vec::new(),
            layouts: Source::Nothing,
            enumerators: FxHashMap::default(),
            open_enums: FxHashSet::default(),
            numbers: KnownNumbers::default(),
            enumerator_names: FxHashSet::default(),
            labels: FxHashMap::default(),
            lengths: LengthState::default(),
            aliases: FxHashMap::default(),
            global_names: FxHashMap::default(),
            function_names: FxHashMap::default(),
            aligned_typedefs: FxHashMap::default(),
            volatile_typedefs: FxHashSet::default(),
            bound_words: BTreeSet::new(),
            files: Files::default(),
            current: None,
            broken_switch: false,
            function_labels: Labels::default(),
        }
    }

    /// The machine that the program is compiled for.
    pub(super) fn target(&self) -> &'static Target {
        self.unit.target(self.data_model)
    }

    /// Takes the next declaration of the file.
    pub(super) fn top_level(&mut self, node: &Node) {
        self.declaration(node);
    }

    /// Looks for files that ask for what clang does not see.
    pub(super) fn note_unseen(&mut self, sources: &SourceMap) {
        let files = sources
            .files()
            .filter(|(_, path)| !path.starts_with("/usr/"));
        let files: Vec<Arc<str>> = files.map(|(_, path)| Arc::from(path)).collect();
        let texts: Vec<Arc<str>> = files.iter().filter_map(|f| self.files.text(f)).collect();
        for text in &texts {
            self.unit.refusals.extend(unseen::refusals(text));
        }
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        let macros = WrittenMacros::of(&texts);
        if macros.has_hidden_definition() {
            self.unit.refusals.insert(Refusal::HiddenDefinition);
        }
        if self.bound_words.iter().any(|word| macros.has_effect(word)) {
            self.unit.refusals.insert(Refusal::HiddenEffect);
        }
        let is_packed = |record: &Record| record.placing.pack.is_some();
        let packs = |line: &str| line.contains("_Pragma") && line.contains("pack");
        if self.unit.records.iter().any(is_packed)
            && texts.iter().any(|text| text.lines().any(packs))
        {
            self.unit.refusals.insert(Refusal::DisputedLayout);
        }
    }

    /// The finished unit.
    pub(super) fn finish(mut self, sources: SourceMap) -> Unit {
        self.end_main();
        // Lengths of arrays and enumerators are clang's.
        if self
            .unit
            .records
            .iter()
            .any(crate::ast::layout::has_disputed_layout)
        {
            self.unit.refusals.insert(Refusal::DisputedLayout);
        }
        for variable in &mut self.unit.variables {
            // C11 6.9.2: a tentative definition of an open array defines one element.
            if let (Storage::Global, Type::Array(_, length @ None)) =
                (variable.storage, &mut variable.ty)
            {
                *length = Some(1);
            }
        }
        self.unit.labels = self.labels.len() as u32;
        self.unit.sources = sources;
        self.unit
    }

    /// The type of a node; `Other` if it has none.
    pub(super) fn type_of(&mut self, node: &Node) -> Type {
        match &node.ty {
            Some(text) => self.resolve(text),
            None => Type::Other("no type".into()),
        }
    }

    /// What a printed type means here.
    pub(super) fn resolve(&mut self, text: &TypeText) -> Type {
        if let Some(ty) = self.typedefs.get(&text.alias).cloned() {
            self.note_open_enums(&ty);
            return ty;
        }
        let text = text.resolved();
        if let Some(ty) = self.names.remembered(text) {
            return ty;
        }
        let lengths = self.lengths.met;
        let ty = parse_type(text, self);
        self.note_open_enums(&ty);
        // The variables inside a `typeof` are not among the names that are kept track of, and
        // those inside an array length mean something else each time.
        let is_lasting = self.lengths.met == lengths && !text.contains("typeof");
        if is_lasting && !contains_other(&ty) {
            self.names.remember(text, &ty);
        }
        ty
    }

    /// Refuses enumerations whose size is not known, where objects or values may have their type: constants alone
    /// are of type `int`.
    fn note_open_enums(&mut self, ty: &Type) {
        match ty {
            Type::Enum(id) if self.open_enums.contains(id) => {
                self.unit.refusals.insert(Refusal::EnumSize);
            }
            Type::Pointer(inner) | Type::Array(inner, _) | Type::VariableArray(inner, _) => {
                self.note_open_enums(inner);
            }
            Type::Function(function) => {
                self.note_open_enums(&function.result);
                for parameter in &function.parameters {
                    self.note_open_enums(parameter);
                }
            }
            _ => {}
        }
    }

    /// Width and signedness of a type that holds integers.
    pub(super) fn integer_kind(&self, ty: &Type) -> Option<IntKind> {
        constant::integer_kind(&self.unit, self.data_model, ty)
    }

    /// The value of a constant expression.
    pub(super) fn evaluate(&self, expr: &Expr) -> Option<IntegerValue> {
        constant::evaluate(&self.unit, self.data_model, expr)
    }

    /// The label with an address.
    pub(super) fn label(&mut self, address: u64) -> LabelId {
        let next = LabelId(self.labels.len() as u32);
        *self.labels.entry(address).or_insert(next)
    }

    /// A new struct or union without members.
    pub(super) fn new_record(&mut self, tag: &str, kind: RecordKind) -> RecordId {
        let id = RecordId(self.unit.records.len() as u32);
        let record = Record {
            tag: tag.into(),
            kind,
            fields: None,
            placing: RecordPlacing::default(),
            special_layout: false,
        };
        self.unit.records.push(record);
        id
    }
}

impl Resolve for Converter {
    fn typedef(&mut self, name: &str) -> Option<Type> {
        match self.names.look_up(&format!("typedef {name}")) {
            Meaning::Type(ty) => Some(ty),
            // The keyword of C23, and how clang prints `_Bool` after <stdbool.h>.
            Meaning::Unknown if name == "bool" => Some(Type::Bool),
            // How clang prints the state of a list of arguments for PowerPC, and does not declare it.
            Meaning::Unknown if name == "__va_list_tag" => self.tagged("struct", name),
            Meaning::Unknown | Meaning::Ambiguous => None,
        }
    }

    fn tagged(&mut self, keyword: &str, tag: &str) -> Option<Type> {
        let name = format!("{keyword} {tag}");
        match self.names.look_up(&name) {
            Meaning::Type(ty) => return Some(ty),
            Meaning::Ambiguous => return None,
            Meaning::Unknown => {}
        }
        // A tag that only a prototype or a cast mentions is not declared in the dump.
        let kind = match keyword {
            "struct" => RecordKind::Struct,
            "union" => RecordKind::Union,
            _ => return None,
        };
        if tag.starts_with('@') {
            return None;
        }
        let id = self.new_record(tag, kind);
        self.unit.records[id.0 as usize].fields = rewrite::list_fields(self.target(), &name);
        let ty = Type::Record(id);
        self.names.bind(&name, ty.clone());
        Some(ty)
    }

    fn type_of_operand(&mut self, operand: &str) -> Option<Type> {
        Converter::type_of_operand(self, operand)
    }

    fn length(&mut self, text: &str) -> Option<VariableId> {
        Converter::length(self, text)
    }

    fn numbers(&mut self, numbers: Numbers) -> Option<Type> {
        self.numbers_type(numbers)
    }

    fn data_model(&self) -> DataModel {
        self.data_model
    }

    fn char_sign(&self) -> CharSign {
        self.type_rules.char_sign
    }

    fn long_double(&self) -> LongDouble {
        self.target().long_double
    }
}

/// Whether any part of a type is not represented.
pub(super) fn contains_other(ty: &Type) -> bool {
    match ty {
        Type::Other(_) => true,
        Type::Pointer(inner) | Type::Array(inner, _) | Type::VariableArray(inner, _) => {
            contains_other(inner)
        }
        Type::Function(function) => {
            contains_other(&function.result) || function.parameters.iter().any(contains_other)
        }
        _ => false,
    }
}
