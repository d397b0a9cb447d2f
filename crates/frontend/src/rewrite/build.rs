//! Expressions made by hand.

use crate::ast::{
    AssignOp, BinaryOp, CastKind, DeclaredBy, DefinitionCounts, Expr, ExprKind, FunId,
    FunctionDecl, FunctionType, IntKind, Linkage, RecordId, Statement, StatementKind, Storage,
    Type, UnaryOp, Unit, VariableDecl, VariableId,
};
use invar_cfa::Span;
use std::sync::Arc;

/// Makes expressions at one place of the text.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Option<Span>);

/// `int`.
pub(crate) fn int() -> Type {
    integer("int", 32)
}

/// An integer type.
pub(crate) fn integer(name: &'static str, width: u32) -> Type {
    Type::Int(IntKind {
        width,
        signed: !name.starts_with("unsigned"),
        name,
    })
}

/// A pointer to a type.
pub(crate) fn pointer(ty: Type) -> Type {
    Type::Pointer(Arc::new(ty))
}

impl At {
    fn make(self, kind: ExprKind, ty: Type) -> Expr {
        Expr {
            kind,
            ty,
            span: self.0,
        }
    }

    pub(crate) fn number(self, value: i128) -> Expr {
        self.make(ExprKind::Integer(value), int())
    }

    pub(crate) fn variable(self, id: VariableId, ty: &Type) -> Expr {
        self.make(ExprKind::Variable(id), ty.clone())
    }

    /// A function as what is called.
    pub(crate) fn function(self, id: FunId, ty: &FunctionType) -> Expr {
        let ty = Type::Function(Arc::new(ty.clone()));
        let function = self.make(ExprKind::Function(id), ty.clone());
        self.cast(CastKind::FunctionToPointer, function, pointer(ty))
    }

    pub(crate) fn call(self, callee: Expr, arguments: Vec<Expr>, ty: Type) -> Expr {
        let callee = Box::new(callee);
        self.make(ExprKind::Call { callee, arguments }, ty)
    }

    pub(crate) fn unsupported(self, what: &str, ty: Type) -> Expr {
        self.make(ExprKind::Unsupported(what.to_owned()), ty)
    }

    pub(crate) fn cast(self, kind: CastKind, operand: Expr, ty: Type) -> Expr {
        self.make(ExprKind::Cast(kind, Box::new(operand)), ty)
    }

    /// The value of an object.
    pub(crate) fn read(self, place: Expr) -> Expr {
        let ty = place.ty.clone();
        self.cast(CastKind::LValueToRValue, place, ty)
    }

    /// The address of the first element of an array.
    pub(crate) fn decayed(self, array: Expr, element: &Type) -> Expr {
        self.cast(CastKind::ArrayToPointer, array, pointer(element.clone()))
    }

    pub(crate) fn address(self, place: Expr) -> Expr {
        let ty = pointer(place.ty.clone());
        self.make(ExprKind::Unary(UnaryOp::AddressOf, Box::new(place)), ty)
    }

    pub(crate) fn dereference(self, address: Expr, ty: Type) -> Expr {
        let kind = ExprKind::Unary(UnaryOp::Dereference, Box::new(address));
        self.make(kind, ty)
    }

    pub(crate) fn element(self, base: Expr, index: i128, ty: Type) -> Expr {
        self.element_at(base, self.number(index), ty)
    }

    pub(crate) fn element_at(self, base: Expr, index: Expr, ty: Type) -> Expr {
        let (base, index) = (Box::new(base), Box::new(index));
        self.make(ExprKind::Index { base, index }, ty)
    }

    pub(crate) fn member(self, base: Expr, record: RecordId, field: u32, ty: Type) -> Expr {
        let base = Box::new(base);
        let kind = ExprKind::Member {
            base,
            record,
            field,
        };
        self.make(kind, ty)
    }

    pub(crate) fn assign(self, target: Expr, value: Expr) -> Expr {
        let ty = target.ty.clone();
        let kind = ExprKind::Assign {
            op: AssignOp::Plain,
            target: Box::new(target),
            value: Box::new(value),
        };
        self.make(kind, ty)
    }

    pub(crate) fn binary(self, op: BinaryOp, left: Expr, right: Expr, ty: Type) -> Expr {
        self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty)
    }

    /// One after the other; the value is that of the last.
    pub(crate) fn sequence(self, first: Expr, then: Expr) -> Expr {
        let ty = then.ty.clone();
        self.binary(BinaryOp::Comma, first, then, ty)
    }

    /// A statement expression.
    pub(crate) fn statements(self, list: Vec<Statement>, ty: Type) -> Expr {
        let body = Statement {
            kind: StatementKind::Compound(list),
            span: self.0,
        };
        self.make(ExprKind::Statement(Box::new(body)), ty)
    }

    pub(crate) fn choice(self, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        let ty = then.ty.clone();
        let kind = ExprKind::Conditional {
            condition: Box::new(condition),
            then: Some(Box::new(then)),
            otherwise: Box::new(otherwise),
        };
        self.make(kind, ty)
    }
}

/// New local variables of a function, while its body is changed.
pub(crate) struct Locals {
    function: FunId,
    first: u32,
    made: Vec<(&'static str, Type, Option<Span>)>,
}

impl Locals {
    pub(crate) fn new(unit: &Unit, function: FunId) -> Locals {
        Locals {
            function,
            first: unit.variables.len() as u32,
            made: Vec::new(),
        }
    }

    /// A new variable.
    pub(crate) fn variable(&mut self, at: At, name: &'static str, ty: &Type) -> Expr {
        let id = VariableId(self.first + self.made.len() as u32);
        self.made.push((name, ty.clone(), at.0));
        at.variable(id, ty)
    }

    /// Declares them before everything else. No other variable may have been added in between.
    pub(crate) fn declare(self, unit: &mut Unit) {
        let mut variables = Vec::new();
        for (name, ty, span) in self.made {
            let storage = Storage::Local(self.function);
            variables.push(hidden_variable(unit, name, ty, storage, span));
        }
        let body = &mut unit.functions[self.function.0 as usize].body;
        if let (Some(body), false) = (body, variables.is_empty()) {
            let declaration = Statement {
                kind: StatementKind::Declare(variables),
                span: body.span,
            };
            precede(body, declaration);
        }
    }
}

/// A function's body begins with a further statement.
pub(crate) fn precede(body: &mut Statement, first: Statement) {
    let span = body.span;
    match &mut body.kind {
        StatementKind::Compound(list) => list.insert(0, first),
        kind => {
            let rest = std::mem::replace(kind, StatementKind::Empty);
            *kind = StatementKind::Compound(vec![first, Statement { kind: rest, span }]);
        }
    }
}

/// A function that lowering knows, declared if it is not yet.
pub(crate) fn intrinsic(
    unit: &mut Unit,
    name: &str,
    result: Type,
    parameters: Vec<Type>,
) -> (FunId, FunctionType) {
    let known = unit.functions.iter().position(|f| &*f.name == name);
    if let Some(number) = known {
        return (FunId(number as u32), unit.functions[number].ty.clone());
    }
    let id = FunId(unit.functions.len() as u32);
    let ty = FunctionType {
        result,
        parameters,
        variadic: false,
        without_prototype: false,
    };
    unit.functions.push(FunctionDecl {
        name: name.into(),
        ty: ty.clone(),
        parameters: Vec::new(),
        body: None,
        const_parameters: std::collections::BTreeSet::new(),
        no_return: false,
        in_system_header: false,
        linkage: Linkage::Internal,
        definition_counts: DefinitionCounts::Always,
        symbol: None,
        span: None,
    });
    (id, ty)
}

/// A new variable that the text does not have.
pub(crate) fn hidden_variable(
    unit: &mut Unit,
    name: &str,
    ty: Type,
    storage: Storage,
    span: Option<Span>,
) -> VariableId {
    let id = VariableId(unit.variables.len() as u32);
    unit.variables.push(VariableDecl {
        name: name.into(),
        ty,
        storage,
        initialiser: None,
        constant: false,
        volatile: false,
        alignment: None,
        linkage: Linkage::Internal,
        span,
        declared_by: DeclaredBy::FrontEnd,
    });
    id
}
