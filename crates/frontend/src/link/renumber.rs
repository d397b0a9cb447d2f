//! The trees of a unit with the numbers that its parts have in the whole.

use crate::ast::{
    AssignOp, EnumId, Expr, ExprKind, Field, FunId, FunctionDecl, FunctionType, Initialiser,
    LabelId, RecordId, Statement, StatementKind, Storage, Type, VariableDecl, VariableId,
};
use invar_cfa::{FileId, SourceMap, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What became of the parts of a unit.
pub(crate) struct Numbers {
    pub(crate) records: Vec<RecordId>,
    pub(crate) functions: Vec<FunId>,
    /// `None` for what belongs to a body that another one replaces.
    pub(crate) variables: Vec<Option<VariableId>>,
    /// Added to the numbers of enumerations and labels.
    pub(crate) enums: u32,
    pub(crate) labels: u32,
    pub(crate) files: BTreeMap<FileId, FileId>,
}

/// Adds the files of a unit to those of the whole.
pub(super) fn files(whole: &mut SourceMap, next: &SourceMap) -> BTreeMap<FileId, FileId> {
    let each = next.files();
    each.map(|(id, path)| (id, whole.add(path))).collect()
}

impl Numbers {
    pub(super) fn span(&self, span: Option<Span>) -> Option<Span> {
        span.map(|span| Span {
            file: self.files[&span.file],
            ..span
        })
    }

    pub(super) fn function(&self, id: FunId) -> FunId {
        self.functions[id.0 as usize]
    }

    pub(super) fn variable(&self, id: VariableId) -> Option<VariableId> {
        self.variables[id.0 as usize]
    }

    pub(super) fn storage(&self, storage: Storage) -> Storage {
        match storage {
            Storage::Global | Storage::External => storage,
            Storage::StaticLocal(owner) => Storage::StaticLocal(self.function(owner)),
            Storage::Local(owner) => Storage::Local(self.function(owner)),
            Storage::Parameter(owner) => Storage::Parameter(self.function(owner)),
        }
    }

    pub(super) fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Enum(id) => Type::Enum(EnumId(id.0 + self.enums)),
            Type::Pointer(inner) => Type::Pointer(Arc::new(self.ty(inner))),
            Type::Array(inner, length) => Type::Array(Arc::new(self.ty(inner)), *length),
            Type::VariableArray(inner, length) => {
                let inner = Arc::new(self.ty(inner));
                match self.variable(*length) {
                    Some(length) => Type::VariableArray(inner, length),
                    None => Type::Array(inner, None),
                }
            }
            Type::Record(id) => Type::Record(self.records[id.0 as usize]),
            Type::Function(function) => Type::Function(Arc::new(self.function_type(function))),
            Type::Void | Type::Bool | Type::Int(_) | Type::Float(_) | Type::Other(_) => ty.clone(),
        }
    }

    pub(super) fn function_type(&self, function: &FunctionType) -> FunctionType {
        FunctionType {
            result: self.ty(&function.result),
            parameters: function.parameters.iter().map(|p| self.ty(p)).collect(),
            ..function.clone()
        }
    }

    pub(super) fn field(&self, field: &Field) -> Field {
        Field {
            ty: self.ty(&field.ty),
            ..field.clone()
        }
    }

    pub(super) fn statement(&self, statement: &mut Statement) {
        statement.span = self.span(statement.span);
        match &mut statement.kind {
            StatementKind::Empty
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Unsupported(_) => {}
            StatementKind::Compound(statements) => {
                statements.iter_mut().for_each(|s| self.statement(s));
            }
            StatementKind::Declare(variables) => {
                let kept = variables.iter().filter_map(|v| self.variable(*v));
                *variables = kept.collect();
            }
            StatementKind::Expression(value) => self.expression(value),
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expression(condition);
                self.statement(then);
                otherwise.iter_mut().for_each(|s| self.statement(s));
            }
            StatementKind::While { condition, body }
            | StatementKind::DoWhile { body, condition }
            | StatementKind::Switch { condition, body } => {
                self.expression(condition);
                self.statement(body);
            }
            StatementKind::For {
                initial,
                condition,
                step,
                body,
            } => {
                initial.iter_mut().for_each(|s| self.statement(s));
                condition.iter_mut().for_each(|e| self.expression(e));
                step.iter_mut().for_each(|e| self.expression(e));
                self.statement(body);
            }
            StatementKind::Case(_, inner) | StatementKind::Default(inner) => self.statement(inner),
            StatementKind::Goto(label) => *label = self.label(*label),
            StatementKind::Label(label, inner) => {
                *label = self.label(*label);
                self.statement(inner);
            }
            StatementKind::Return(value) => value.iter_mut().for_each(|e| self.expression(e)),
            StatementKind::Assembler {
                outputs, inputs, ..
            } => {
                outputs.iter_mut().for_each(|e| self.expression(e));
                inputs.iter_mut().for_each(|e| self.expression(e));
            }
        }
    }

    fn label(&self, label: LabelId) -> LabelId {
        LabelId(label.0 + self.labels)
    }

    pub(super) fn expression(&self, expr: &mut Expr) {
        expr.span = self.span(expr.span);
        expr.ty = self.ty(&expr.ty);
        match &mut expr.kind {
            ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::String(_)
            | ExprKind::ZeroInitialiser
            | ExprKind::Unsupported(_) => {}
            ExprKind::Variable(id) => match self.variable(*id) {
                Some(new) => *id = new,
                None => expr.kind = ExprKind::Unsupported("variable of another body".to_owned()),
            },
            ExprKind::Function(id) => *id = self.function(*id),
            ExprKind::Unary(_, operand)
            | ExprKind::Cast(_, operand)
            | ExprKind::CompoundLiteral(operand) => self.expression(operand),
            ExprKind::Binary(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExprKind::Assign { op, target, value } => {
                if let AssignOp::Compound { left, result, .. } = op {
                    (*left, *result) = (self.ty(left), self.ty(result));
                }
                self.expression(target);
                self.expression(value);
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.expression(condition);
                then.iter_mut().for_each(|e| self.expression(e));
                self.expression(otherwise);
            }
            ExprKind::Call { callee, arguments } => {
                self.expression(callee);
                arguments.iter_mut().for_each(|e| self.expression(e));
            }
            ExprKind::Member { base, record, .. } => {
                *record = self.records[record.0 as usize];
                self.expression(base);
            }
            ExprKind::Index { base, index } => {
                self.expression(base);
                self.expression(index);
            }
            ExprKind::Initialiser(initialiser) => match initialiser {
                Initialiser::Array(values) | Initialiser::Struct(values) => {
                    values.iter_mut().for_each(|e| self.expression(e));
                }
                Initialiser::Union(_, value) | Initialiser::Scalar(value) => self.expression(value),
                Initialiser::Empty => {}
            },
            ExprKind::Statement(statement) => self.statement(statement),
            ExprKind::SizeOf(ty) | ExprKind::AlignOf(ty) => *ty = self.ty(ty),
            ExprKind::Variadic { list, source, .. } => {
                self.expression(list);
                source.iter_mut().for_each(|e| self.expression(e));
            }
        }
    }

    pub(crate) fn renumbered_function(&self, mut function: FunctionDecl) -> FunctionDecl {
        function.ty = self.function_type(&function.ty);
        function.span = self.span(function.span);
        let parameters = function.parameters.iter();
        function.parameters = parameters.filter_map(|p| self.variable(*p)).collect();
        if let Some(body) = &mut function.body {
            self.statement(body);
        }
        function
    }

    pub(crate) fn renumbered_variable(&self, mut variable: VariableDecl) -> VariableDecl {
        variable.ty = self.ty(&variable.ty);
        variable.span = self.span(variable.span);
        variable.storage = self.storage(variable.storage);
        if let Some(value) = &mut variable.initialiser {
            self.expression(value);
        }
        variable
    }
}
