"""What is known about the programs of scripts/reading-tables, and which of it invar claims to see."""

import csv
import math
import re

# Codes of undefined behaviour that the default property asks for, in the form that the program of the code has: it must
# not be `safe`. What becomes of all others, the table of Annex J.2 says (`invar explain annex-j2`).
OURS = {
    "UB-CB4": "a call through a pointer to a function that takes its arguments otherwise",
    "UB-CCV1": "signed overflow",
    "UB-CCV3": "a float that does not fit an integer",
    "UB-CCV5": "the value of a function that ended without return",
    "UB-CCV11": "read past the end of an array; that the pointer is not aligned is not looked for",
    "UB-CEA5": "the difference of pointers to different objects",
    "UB-CEB2": "shift by a negative number",
    "UB-CEB3": "shift by the width or more",
    "UB-CEB4": "left shift of a negative number",
    "UB-CEB6": "shift by a negative number",
    "UB-CEB7": "shift by the width or more",
    "UB-CEE4": "access to an object out of its lifetime",
    "UB-CEMX1": "division by zero",
    "UB-CEMX2": "remainder by zero",
    "UB-CEMX3": "overflow in a remainder",
    "UB-CER3": "access through null",
    "UB-CER4": "access past the end of an array",
    "UB-CERL1": "order of pointers to different objects",
    "UB-CERL2": "order of pointers to different objects",
    "UB-CERL3": "order of pointers to different objects",
    "UB-CERL4": "order of pointers to different objects",
    "UB-CMW1": "write to a string literal",
    "UB-CTM1": "an array of negative length",
    "UB-CTYPE1": "read past the table of characters",
    "UB-EFNC1": "a call through a pointer to a function that takes its arguments otherwise",
    "UB-EFNC2": "a call through null",
    "UB-EIO2": "write outside of an object",
    "UB-EIO3": "write to a const object",
    "UB-EIO7": "read outside of an object",
    "UB-EIO8": "two changes of an object without an order",
    "UB-STDARG3": "va_arg on a list without a value",
    "UB-STDLIB1": "realloc of what was not allocated",
    "UB-STDLIB2": "free of what was not allocated",
    "UB-STRING1": "null for strcpy",
}

# Items of Annex J.2 of codes where Error_Codes.csv names none, another one, or more than those of the code's program.
ITEMS = {
    "UB-CCV5": [88],
    "UB-CTYPE1": [113],
    "UB-EEC1": [76],
    "UB-EFNC2": [43],
    "UB-EIO11": [184],
}

# How many programs with undefined behaviour may be `safe`.
SAFE_AT_MOST = 12

# Verdicts by which no violation is told. `silent` is said for both.
SILENT = ("safe", "nothing")


class Row:
    """What invar's table says of an item of Annex J.2."""

    def __init__(self, number, treatment, what):
        self.number = number
        self.treatment = treatment
        self.what = what

    def kind(self):
        """The treatment without the property or the assumption that it names."""
        return self.treatment.split(":")[0]

    def __str__(self):
        return f"{self.number:>3} {self.treatment}: {self.what}"


def rows_of(text):
    """The rows of `invar explain annex-j2` by their number."""
    treatments = r"(?:checked|in part|assumed): \S+|refused|not modelled|no|open"
    found = re.findall(rf"^ *(\d+)  [\d.]+ +({treatments})  +(.*)$", text, re.MULTILINE)
    return {int(number): Row(int(number), treatment, what) for number, treatment, what in found}


def items_of(lines):
    """The items of Annex J.2 of each code in Error_Codes.csv."""
    items = {}
    for columns in csv.reader(lines):
        if columns and columns[0].startswith("UB-"):
            lists = re.findall(r"\bitems? (\d+(?:, \d+)*)", columns[2])
            items[columns[0]] = [int(number) for numbers in lists for number in numbers.split(", ")]
    return {**items, **ITEMS}


def contradiction_of(code, verdict, rows):
    """What a verdict about a program with the undefined behaviour of the code contradicts, or None."""
    if verdict not in SILENT:
        return None
    if code in OURS:
        return f"{verdict}, but it has: {OURS[code]}"
    checked = [row for row in rows if row.kind() == "checked"]
    return f"{verdict}, but the table says {checked[0]}" if checked else None


def too_many(count, every):
    """Whether so many `safe` programs with undefined behaviour are too many, in one of so many programs."""
    return count > math.ceil(SAFE_AT_MOST / every)


# Of a row of the table: what its programs may become, and what one of them must.
FITTING = {
    "checked": (("unsafe",), "unsafe"),
    "in part": (("unsafe", "unknown", "silent"), "unsafe"),
    "refused": (("refused", "silent"), "refused"),
    "not modelled": (("unknown",), "unknown"),
    "assumed": (("refused", "unknown", "silent"), None),
    "no": (("refused", "unsafe", "silent"), None),
    "open": (("unknown", "silent"), "silent"),
}


class Program:
    """A program for a row: the row's number, which of its programs, what becomes of it, its files."""

    def __init__(self, number, place, expected):
        self.number = number
        self.place = place
        self.expected = expected
        self.files = [""]

    def __str__(self):
        return f"annex/row {self.number}, program {self.place}"


def programs_of(text):
    """The programs of crates/explain/src/annex_j2/programs.txt."""
    programs = []
    for words in text.split("\n"):
        head = re.fullmatch(r"//// (\d+) (\w+)", words)
        if head:
            number = int(head.group(1))
            place = 1 + sum(program.number == number for program in programs)
            programs.append(Program(number, place, head.group(2)))
        elif words == "//// second file":
            programs[-1].files.append("")
        elif programs:
            programs[-1].files[-1] += words + "\n"
    return programs


def contradictions_of_rows(programs, rows):
    """Rows that say something else than their programs do."""
    contradictions = []
    for number in sorted({program.number for program in programs}):
        row = rows[number]
        allowed, needed = FITTING[row.kind()]
        expected = [program.expected for program in programs if program.number == number]
        strange = sorted(set(expected) - set(allowed))
        if strange:
            contradictions.append(f"row {row}, but a program is {strange[0]}")
        elif needed and needed not in expected:
            contradictions.append(f"row {row}, but no program is {needed}")
    return contradictions

# Kinds of the ITC suite that are violations of `--property all`; of the others only false alarms count. Calls through
# pointers to functions of another type are violations only where gcc passes the arguments otherwise.
ITC_OURS = {
    "bit_shift": "shift",
    "buffer_overrun_dynamic": "valid-deref",
    "buffer_underrun_dynamic": "valid-deref",
    "data_overflow": "no-overflow",
    "data_underflow": "no-overflow",
    "double_free": "valid-free",
    "free_nondynamic_allocated_memory": "valid-free",
    "invalid_memory_access": "valid-deref",
    "littlemem_st": "valid-deref",
    "memory_leak": "valid-memtrack",
    "null_pointer": "valid-deref",
    "overrun_st": "valid-deref",
    "return_local": "valid-deref",
    "st_underrun": "valid-deref",
    "underrun_st": "valid-deref",
    "uninit_pointer": "valid-deref",
    "zero_division": "division-by-zero",
}

# Programs about pointers and integers. A claim holds when main has ended.
DEFINED = {
    "pointer_arith_algebraic_properties_2_global": "x[1] == 11",
    "pointer_arith_algebraic_properties_3_global": "x[1] == 11",
    "pointer_copy_memcpy": "x == 11",
    "pointer_copy_user_ctrlflow_bitwise": "x == 11",
    "pointer_copy_user_ctrlflow_bytewise": "x == 11",
    "pointer_copy_user_dataflow_direct_bytewise": "x == 11",
    "pointer_offset_from_int_subtraction_auto_xy": None,
    "pointer_offset_from_int_subtraction_auto_yx": None,
    "pointer_offset_from_int_subtraction_global_xy": "y == 11 && x == 1",
    "pointer_offset_from_int_subtraction_global_yx": "y == 11 && x == 1",
    "pointer_offset_xor_auto": None,
    "pointer_offset_xor_global": "y == 11 && x == 1",
    "provenance_equality_auto_yx": None,
    "provenance_equality_global_fn_yx": "y == 2 && x == 1",
    "provenance_equality_global_yx": "y == 2 && x == 1",
    "provenance_equality_uintptr_t_auto_yx": None,
    "provenance_equality_uintptr_t_global_yx": "y == 2 && x == 1",
    "provenance_roundtrip_via_intptr_t": "x == 11",
    "provenance_roundtrip_via_intptr_t_onepast": "x == 11",
    "provenance_tag_bits_via_repr_byte_1": "x == 11",
    "provenance_tag_bits_via_uintptr_t_1": "x == 11",
    "provenance_union_punning_3_global": "x == 11",
}

# An access that is undefined in some placement of the objects, or in all.
UNDEFINED = {
    "pointer_from_int_disambiguation_3": "an access below y, with a pointer that was used for y",
    "pointer_from_integer_1i": "an access through a constant address",
    "pointer_from_integer_1ie": "an access through a constant address",
    "pointer_from_integer_1p": "an access through a constant address",
    "pointer_from_integer_2": "an access through a constant address",
    "provenance_basic_auto_yx": "an access after the end of x where y follows it",
    "provenance_basic_global_yx": "an access after the end of x where y follows it",
}
