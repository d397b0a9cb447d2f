//! Functions and variables, with redeclarations brought together.

use super::convert::Converter;
use super::labels::Labels;
use super::node::{Node, Reference, TypeText};
use super::options::InlineRule;
use super::records::is_annotation;
use super::scope::Value;
use super::typed::cast;
use crate::ast::{
    CastKind, DeclaredBy, DefinitionCounts, Expr, ExprKind, FunId, FunctionDecl, FunctionType,
    Linkage, Refusal, Statement, StatementKind, Storage, Type, UNDECLARED, VariableDecl,
    VariableId, layout,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Sections with pointers to functions that the system calls before or after `main`.
const RUNNING_SECTIONS: [&str; 5] = [
    ".init_array",
    ".preinit_array",
    ".fini_array",
    ".ctors",
    ".dtors",
];

/// Bytes of an object that is represented.
const MAX_OBJECT: u64 = 1 << 31;

/// Attributes of functions whose body is another function's.
const ELSEWHERE: [&str; 3] = ["AliasAttr", "IFuncAttr", "WeakRefAttr"];

impl Converter {
    /// A declaration at any scope; returns the variable if it declares one that lives in a block.
    pub(super) fn declaration(&mut self, node: &Node) -> Option<VariableId> {
        match &*node.kind {
            "RecordDecl" => self.record(node),
            "EnumDecl" => self.enumeration(node),
            "TypedefDecl" => self.typedef(node),
            "FunctionDecl" => self.function(node),
            "VarDecl" => return self.variable(node),
            "FileScopeAsmDecl" => {
                self.unit.refusals.insert(Refusal::FileScopeAssembler);
            }
            _ => {}
        }
        None
    }

    fn variable(&mut self, node: &Node) -> Option<VariableId> {
        match (self.current, node.word.as_deref()) {
            (None, _) | (_, Some("extern")) => {
                self.global(node);
                None
            }
            (Some(function), Some("static")) => {
                Some(self.local(node, Storage::StaticLocal(function)))
            }
            (Some(function), _) => Some(self.local(node, Storage::Local(function))),
        }
    }

    fn new_variable(&mut self, node: &Node, storage: Storage) -> VariableId {
        // The lengths in the type come first.
        let ty = match self.declared_type(node) {
            ty if self.is_too_large(&ty) => Type::Other("object of 2 GB or more".into()),
            ty => ty,
        };
        let id = VariableId(self.unit.variables.len() as u32);
        let name = node.name.clone().unwrap_or_else(|| "".into());
        let alignment = self.variable_alignment(node, &ty);
        self.names.bind_value(&name, Value::Variable(id));
        self.note_section(node);
        self.unit.has_volatile |= node.ty.as_ref().is_some_and(is_volatile);
        self.unit.variables.push(VariableDecl {
            name,
            ty,
            storage,
            initialiser: None,
            linkage: Linkage::Internal,
            constant: node.ty.as_ref().is_some_and(is_constant),
            volatile: self.is_volatile_object(node),
            alignment,
            span: node.location.or(node.begin),
            declared_by: DeclaredBy::Text,
        });
        self.variables.insert(node.id, id);
        id
    }

    /// Whether offsets into an object may not fit the model.
    fn is_too_large(&self, ty: &Type) -> bool {
        let is_aggregate = matches!(ty, Type::Array(..) | Type::Record(_));
        let size = || layout::size_of(&self.unit, self.data_model, ty);
        is_aggregate && size().is_some_and(|size| size >= MAX_OBJECT)
    }

    /// Functions in some sections run before or after `main`.
    fn note_section(&mut self, node: &Node) {
        let Some(section) = node.inner.iter().find(|part| &*part.kind == "SectionAttr") else {
            return;
        };
        let runs = |name: &str| RUNNING_SECTIONS.iter().any(|begin| name.starts_with(begin));
        // An older clang does not say which section.
        if section.word.as_deref().is_none_or(runs) {
            self.unit.refusals.insert(Refusal::RunsOutsideMain);
        }
    }

    fn local(&mut self, node: &Node, storage: Storage) -> VariableId {
        let id = self.new_variable(node, storage);
        self.initialise(node, id);
        id
    }

    fn initialise(&mut self, node: &Node, id: VariableId) {
        if !node.flags.initialised {
            return;
        }
        let value = node.inner.iter().find(|child| !is_annotation(child));
        let value = match value {
            Some(value) => self.expression(value),
            None => self.unsupported(node, "initialiser"),
        };
        self.unit.variables[id.0 as usize].initialiser = Some(value);
    }

    /// A variable at file scope, or a block's `extern` declaration of one.
    fn global(&mut self, node: &Node) {
        let name = node.name.clone().unwrap_or_else(|| "".into());
        if let Some(known) = self.aliases.get(&node.previous).cloned() {
            self.aliases.insert(node.id, known);
            return;
        }
        if let Some(target) = self.aliased(node, &name) {
            let ty = self.type_of(node);
            self.aliases.insert(node.id, (target, ty));
            self.unit.aliases.push(name);
            return;
        }
        let defines = node.flags.initialised || node.word.as_deref() != Some("extern");
        let id = match self.global_names.get(&name) {
            Some(id) => {
                let id = *id;
                self.variables.insert(node.id, id);
                self.names.bind_value(&name, Value::Variable(id));
                let ty = self.type_of(node);
                let variable = &mut self.unit.variables[id.0 as usize];
                if is_open(&variable.ty) && !is_open(&ty) {
                    variable.ty = ty;
                }
                variable.linkage = continued(variable.linkage, variable_linkage(node));
                if defines {
                    variable.storage = Storage::Global;
                    if node.flags.initialised {
                        variable.span = node.location.or(node.begin);
                    }
                }
                id
            }
            None => {
                let storage = if defines {
                    Storage::Global
                } else {
                    Storage::External
                };
                let id = self.new_variable(node, storage);
                self.unit.variables[id.0 as usize].linkage = variable_linkage(node);
                self.global_names.insert(name, id);
                id
            }
        };
        if node.has_attribute(&ELSEWHERE) {
            self.unit.variables[id.0 as usize].ty = Type::Other("alias of another variable".into());
        } else if node.symbol().is_some() || node.word.as_deref() == Some("register") {
            let is_register = node.word.as_deref() == Some("register");
            if !is_register && !node.flags.system_header {
                self.unit.refusals.insert(Refusal::RenamedVariable);
            }
            let what = "variable in a register or under another name";
            self.unit.variables[id.0 as usize].ty = Type::Other(what.into());
        }
        self.initialise(node, id);
    }

    /// The function with a name, new or known.
    fn named_function(&mut self, name: &Arc<str>) -> FunId {
        if let Some(id) = self.function_names.get(name) {
            return *id;
        }
        let id = FunId(self.unit.functions.len() as u32);
        self.unit.functions.push(FunctionDecl {
            name: Arc::clone(name),
            ty: unknown_function(),
            parameters: Vec::new(),
            body: None,
            no_return: false,
            in_system_header: false,
            const_parameters: BTreeSet::new(),
            linkage: Linkage::External,
            definition_counts: DefinitionCounts::Always,
            symbol: None,
            span: None,
        });
        self.function_names.insert(Arc::clone(name), id);
        id
    }

    fn function(&mut self, node: &Node) {
        let Some(name) = &node.name else { return };
        let id = self.named_function(name);
        self.functions.insert(node.id, id);
        self.names.bind_value(name, Value::Function(id));
        let ty = self.type_of(node);
        let body = node
            .inner
            .iter()
            .find(|child| &*child.kind == "CompoundStmt");
        let span = node.location.or(node.begin);
        let no_return = node.has_attribute(&["NoReturnAttr", "C11NoReturnAttr"])
            || node
                .ty
                .as_ref()
                .is_some_and(|ty| ty.written.contains("noreturn"));
        let function = &mut self.unit.functions[id.0 as usize];
        function.no_return |= no_return;
        function.in_system_header |= node.flags.system_header;
        let parameters = node.inner.iter();
        let parameters = parameters.filter(|child| &*child.kind == "ParmVarDecl");
        let points = parameters.map(|node| node.ty.as_ref().is_some_and(points_to_constant));
        let points = points.enumerate().filter(|(_, constant)| *constant);
        function.const_parameters = points.map(|(position, _)| position).collect();
        let linkage = function_linkage(node, self.inline_rule);
        function.linkage = match function.span {
            None => linkage,
            Some(_) => continued(function.linkage, linkage),
        };
        if let Type::Function(ty) = &ty {
            // The last prototype counts: clang declares builtins before the program does, maybe
            // with another type.
            let is_better =
                function.span.is_none() || function.ty.without_prototype || !ty.without_prototype;
            if function.body.is_none() && (is_better || body.is_some()) {
                function.ty = (**ty).clone();
            }
        }
        function.span = if body.is_some() {
            span
        } else {
            function.span.or(span)
        };
        if let Some(symbol) = node.symbol() {
            self.unit.functions[id.0 as usize].symbol = Some(Arc::clone(symbol));
        }
        if node.has_attribute(&["ConstructorAttr", "DestructorAttr"]) {
            self.unit.refusals.insert(Refusal::RunsOutsideMain);
        }
        if body.is_some() && node.has_attribute(&["NakedAttr"]) {
            let kind = StatementKind::Unsupported("function of assembler alone".to_owned());
            self.unit.functions[id.0 as usize].body = Some(Statement { kind, span });
        } else if let Some(body) = body {
            self.body(node, id, body);
            let function = &mut self.unit.functions[id.0 as usize];
            if self.built_ins.replace(&function.name, &function.ty) {
                function.definition_counts = DefinitionCounts::Never;
            }
        } else if node.has_attribute(&ELSEWHERE) {
            let kind = StatementKind::Unsupported("alias of another function".to_owned());
            self.unit.functions[id.0 as usize].body = Some(Statement { kind, span });
        }
    }

    fn body(&mut self, node: &Node, id: FunId, body: &Node) {
        let outer = self.current.replace(id);
        self.names.enter();
        self.poison_hidden_tags(node);
        let mut parameters = Vec::new();
        for child in node
            .inner
            .iter()
            .filter(|child| &*child.kind == "ParmVarDecl")
        {
            parameters.push(self.new_variable(child, Storage::Parameter(id)));
            self.check_lost_length(child);
        }
        let mut first = self.new_lengths();
        self.receive_promoted(id, &mut parameters, &mut first);
        let outer_labels = std::mem::replace(&mut self.function_labels, Labels::of(body));
        let mut body = self.statement(body);
        self.function_labels = outer_labels;
        let loose = self.end_lengths();
        if !loose.is_empty() {
            first.insert(0, StatementKind::Declare(loose));
        }
        if !first.is_empty() {
            body = preceded(first, body);
        }
        self.names.leave();
        self.current = outer;
        let function = &mut self.unit.functions[id.0 as usize];
        function.parameters = parameters;
        function.body = Some(body);
    }

    /// The parameters of a definition without a prototype arrive promoted: each of a narrower type
    /// becomes a local variable that converts a hidden parameter.
    fn receive_promoted(
        &mut self,
        id: FunId,
        parameters: &mut [VariableId],
        first: &mut Vec<StatementKind>,
    ) {
        let arriving = self.unit.function(id).ty.parameters.clone();
        if arriving.len() != parameters.len() {
            return;
        }
        let mut declared = Vec::new();
        for (parameter, arriving) in parameters.iter_mut().zip(arriving) {
            let declared_type = self.unit.variable(*parameter).ty.clone();
            let Some(kind) = demotion(&arriving, &declared_type) else {
                continue;
            };
            let hidden = VariableId(self.unit.variables.len() as u32);
            let span = self.unit.variable(*parameter).span;
            let place = Expr {
                kind: ExprKind::Variable(hidden),
                ty: arriving.clone(),
                span,
            };
            self.unit.variables.push(VariableDecl {
                name: "$promoted".into(),
                ty: arriving,
                storage: Storage::Parameter(id),
                initialiser: None,
                linkage: Linkage::Internal,
                constant: false,
                volatile: false,
                alignment: None,
                span,
                declared_by: DeclaredBy::FrontEnd,
            });
            let value = self.read(place);
            let local = &mut self.unit.variables[parameter.0 as usize];
            local.storage = Storage::Local(id);
            local.initialiser = Some(cast(kind, value, declared_type));
            declared.push(*parameter);
            *parameter = hidden;
        }
        if !declared.is_empty() {
            first.insert(0, StatementKind::Declare(declared));
        }
    }

    /// The expression that names a declaration.
    pub(super) fn reference(&mut self, node: &Node, target: &Reference) -> Expr {
        let span = node.begin;
        match &*target.kind {
            "FunctionDecl" => {
                let id = self.referenced_function(target);
                let ty = self.unit.function(id).ty.clone();
                let ty = match self.type_of(node) {
                    Type::Other(_) => Type::Function(Arc::new(ty)),
                    known => known,
                };
                Expr {
                    kind: ExprKind::Function(id),
                    ty,
                    span,
                }
            }
            "EnumConstantDecl" => match self.enumerators.get(&target.id) {
                Some(value) => {
                    let kind = ExprKind::Integer(*value);
                    Expr {
                        kind,
                        ty: self.type_of(node),
                        span,
                    }
                }
                None => self.unsupported(node, "enumerator without a known value"),
            },
            _ => match self.variables.get(&target.id) {
                Some(id) => {
                    let ty = self.unit.variable(*id).ty.clone();
                    Expr {
                        kind: ExprKind::Variable(*id),
                        ty,
                        span,
                    }
                }
                None => match self.aliases.get(&target.id) {
                    Some((variable, ty)) => self.alias(*variable, ty, span),
                    None => self.unsupported(node, "reference to an unknown declaration"),
                },
            },
        }
    }

    /// Builtins are used before the dump declares them.
    fn referenced_function(&mut self, target: &Reference) -> FunId {
        if let Some(id) = self.functions.get(&target.id) {
            return *id;
        }
        let id = self.named_function(&target.name);
        self.functions.insert(target.id, id);
        if let Some(Type::Function(ty)) = target.ty.as_ref().map(|ty| self.resolve(ty)) {
            let function = &mut self.unit.functions[id.0 as usize];
            if function.span.is_none() && function.body.is_none() {
                function.ty = (*ty).clone();
            }
        }
        id
    }
}

/// Whether a variable of a printed type is `volatile`, or leads to what is.
fn is_volatile(ty: &TypeText) -> bool {
    let text = ty.resolved();
    text.contains("volatile")
}

/// Whether an object of a printed type is `const` itself; where the text leaves a doubt, it is not.
fn is_constant(ty: &TypeText) -> bool {
    let text = without_places(ty.resolved());
    // Of `int (*const[2])(int)` what is in the first parentheses is about the object.
    let declarator = match text.split_once("(*") {
        Some((_, after)) => match after.split_once(')') {
            Some((inner, _)) if !inner.contains('(') => format!("*{inner}"),
            _ => return false,
        },
        None if text.contains('(') => return false,
        None => text.to_string(),
    };
    let element = declarator.split('[').next().unwrap_or_default().trim_end();
    if is_volatile(ty) {
        return false;
    }
    match element.rsplit_once('*') {
        Some((_, qualifiers)) => qualifiers.split_whitespace().any(|word| word == "const"),
        None => element.starts_with("const "),
    }
}

/// A printed type without the places of unnamed structs: `const struct (unnamed struct at file.c:1:14)[2]`.
fn without_places(text: &str) -> String {
    let mut left = text;
    let mut kept = String::new();
    while let Some((before, after)) = left.split_once("(unnamed ") {
        let Some((_, rest)) = after.split_once(')') else {
            break;
        };
        kept.push_str(before);
        kept.push_str("unnamed");
        left = rest;
    }
    kept + left
}

/// Whether a printed type is a pointer to what is `const`; where the text leaves a doubt, it is not.
fn points_to_constant(ty: &TypeText) -> bool {
    let text = ty.resolved();
    match text.rsplit_once('*') {
        Some((target, _)) if !target.contains(['*', '(', '[']) => {
            target.split_whitespace().any(|word| word == "const")
        }
        _ => false,
    }
}

/// The linkage that the first declaration of a variable at file scope gives it.
fn variable_linkage(node: &Node) -> Linkage {
    match node.word.as_deref() {
        Some("static") => Linkage::Internal,
        _ if node.has_attribute(&["WeakAttr"]) => Linkage::Weak,
        _ => Linkage::External,
    }
}

/// The linkage that a declaration of a function gives it.
fn function_linkage(node: &Node, rule: InlineRule) -> Linkage {
    let word = node.word.as_deref();
    let rule = if node.has_attribute(&["GNUInlineAttr"]) {
        InlineRule::Gnu
    } else {
        rule
    };
    match (word, rule) {
        (Some("static"), _) => Linkage::Internal,
        _ if node.has_attribute(&["WeakAttr"]) => Linkage::Weak,
        (Some("extern"), InlineRule::Gnu) if node.flags.inline => Linkage::Inline,
        (None, InlineRule::Iso) if node.flags.inline => Linkage::Inline,
        _ => Linkage::External,
    }
}

/// The linkage after a further declaration: an inline definition is one only if every declaration
/// is `inline`.
fn continued(before: Linkage, here: Linkage) -> Linkage {
    match (before, here) {
        (Linkage::Internal, _) | (_, Linkage::Internal) => Linkage::Internal,
        (Linkage::Weak, _) | (_, Linkage::Weak) => Linkage::Weak,
        (Linkage::Inline, Linkage::Inline) => Linkage::Inline,
        _ => Linkage::External,
    }
}

/// How a promoted argument becomes a narrower parameter, if it does.
fn demotion(arriving: &Type, declared: &Type) -> Option<CastKind> {
    match (arriving, declared) {
        _ if arriving == declared => None,
        (Type::Int(_), Type::Bool) => Some(CastKind::IntegralToBoolean),
        (Type::Int(_), Type::Int(_) | Type::Enum(_)) => Some(CastKind::IntegralCast),
        (Type::Float(_), Type::Float(_)) => Some(CastKind::FloatingCast),
        _ => None,
    }
}

/// A function's body with something before it.
fn preceded(first: Vec<StatementKind>, body: Statement) -> Statement {
    let span = body.span;
    let first = first.into_iter().map(|kind| Statement { kind, span });
    let kind = StatementKind::Compound(match body.kind {
        StatementKind::Compound(rest) => first.chain(rest).collect(),
        _ => first.chain([body]).collect(),
    });
    Statement { kind, span }
}

/// Whether an array's length is still to come.
fn is_open(ty: &Type) -> bool {
    matches!(ty, Type::Array(_, None))
}

/// The type of a function about which nothing is known yet.
fn unknown_function() -> FunctionType {
    FunctionType {
        result: Type::Other(UNDECLARED.into()),
        parameters: Vec::new(),
        variadic: false,
        without_prototype: true,
    }
}
