//! Printed types and what they are.

use super::super::arithmetic::integer;
use super::super::numbers_type::Numbers;
use super::{Resolve, parse_type};
use crate::ast::{FunctionType, RecordId, Type, VariableId};
use invar_cfa::{DataModel, LongDouble, Target};
use std::sync::Arc;

struct Known;

impl Resolve for Known {
    fn typedef(&mut self, name: &str) -> Option<Type> {
        (name == "size_t").then_some(Type::Int(integer("unsigned long", 64)))
    }

    fn tagged(&mut self, keyword: &str, tag: &str) -> Option<Type> {
        match (keyword, tag) {
            ("struct", "s") => Some(Type::Record(RecordId(1))),
            ("union", "@dir/a (1).c:3:9") => Some(Type::Record(RecordId(2))),
            _ => None,
        }
    }

    fn type_of_operand(&mut self, operand: &str) -> Option<Type> {
        (operand == "known").then(int)
    }

    fn length(&mut self, text: &str) -> Option<VariableId> {
        (text == "n + m[1]").then_some(VariableId(7))
    }

    fn numbers(&mut self, _: Numbers) -> Option<Type> {
        None
    }

    fn data_model(&self) -> DataModel {
        DataModel::Lp64
    }

    fn long_double(&self) -> LongDouble {
        Target::of_model(DataModel::Lp64).long_double
    }
}

fn parse(text: &str) -> Type {
    parse_type(text, &mut Known)
}

fn int() -> Type {
    Type::Int(integer("int", 32))
}

fn char() -> Type {
    Type::Int(integer("char", 8))
}

fn pointer(ty: Type) -> Type {
    Type::Pointer(Arc::new(ty))
}

fn array(ty: Type, length: u64) -> Type {
    Type::Array(Arc::new(ty), Some(length))
}

fn function(result: Type, parameters: Vec<Type>) -> FunctionType {
    FunctionType {
        result,
        parameters,
        variadic: false,
        without_prototype: false,
    }
}

fn callable(result: Type, parameters: Vec<Type>) -> Type {
    Type::Function(Arc::new(function(result, parameters)))
}

#[test]
fn arithmetic_types_have_the_widths_of_the_model() {
    assert_eq!(parse("const volatile int"), int());
    assert_eq!(parse("long"), Type::Int(integer("long", 64)));
    assert_eq!(
        parse("unsigned long long"),
        Type::Int(integer("unsigned long long", 64))
    );
    assert_eq!(parse("signed char"), Type::Int(integer("signed char", 8)));
    assert_eq!(
        parse("unsigned __int128"),
        Type::Int(integer("unsigned __int128", 128))
    );
    assert_eq!(parse("_Bool"), Type::Bool);
    assert_eq!(parse("_Atomic(int)"), int());
    assert_eq!(parse("size_t"), Type::Int(integer("unsigned long", 64)));
}

#[test]
fn declarators_bind_as_in_c() {
    assert_eq!(parse("const char *const restrict"), pointer(char()));
    assert_eq!(parse("const typeof (known) *"), pointer(int()));
    assert_eq!(parse("int[2][3]"), array(array(int(), 3), 2));
    assert_eq!(parse("int *[4]"), array(pointer(int()), 4));
    assert_eq!(parse("int (*)[4]"), pointer(array(int(), 4)));
    let callback = pointer(callable(int(), vec![int(), pointer(char())]));
    assert_eq!(parse("int (*)(int, char *)"), callback);
    assert_eq!(parse("int (*[3])(int, char *)"), array(callback, 3));
    let returned = pointer(callable(Type::Void, vec![int()]));
    let taken = vec![int(), returned.clone()];
    assert_eq!(
        parse("void (*(int, void (*)(int)))(int)"),
        callable(returned, taken)
    );
}

#[test]
fn functions_know_their_prototype() {
    let Type::Function(function) = parse("int (const char *, ...) __attribute__((noreturn))")
    else {
        panic!("a function")
    };
    assert!(function.variadic && !function.without_prototype);
    let Type::Function(function) = parse("struct s *()") else {
        panic!("a function")
    };
    assert!(function.without_prototype);
    assert_eq!(function.result, pointer(Type::Record(RecordId(1))));
    assert_eq!(parse("void (void)"), callable(Type::Void, vec![]));
}

#[test]
fn nameless_types_are_found_by_their_place() {
    let nameless = Type::Record(RecordId(2));
    assert_eq!(
        parse("union (unnamed union at dir/a (1).c:3:9) *"),
        pointer(nameless.clone())
    );
    assert_eq!(
        parse("union s::(anonymous at dir/a (1).c:3:9)"),
        nameless.clone()
    );
    assert_eq!(
        parse("union s::(unnamed at b.c:1:1)::(unnamed at dir/a (1).c:3:9)"),
        nameless
    );
}

#[test]
fn arrays_of_computed_length_are_told_apart() {
    assert_eq!(
        parse("int[n + m[1]]"),
        Type::VariableArray(Arc::new(int()), VariableId(7))
    );
    assert_eq!(parse("int[]"), Type::Array(Arc::new(int()), None));
}

#[test]
fn what_is_not_understood_is_other() {
    for text in [
        "__attribute__((__vector_size__(4 * sizeof(int)))) int",
        "_Complex double",
        "typeof (x) *",
        "<builtin fn type>",
        "struct unknown",
        "unsigned double",
        "_BitInt(7)",
        "int (^)(void)",
        "",
        "int (",
    ] {
        assert_eq!(parse(text), Type::Other(text.into()), "{text}");
    }
}
