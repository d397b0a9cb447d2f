"""What is known about the programs of scripts/reading-tables, and which of it invar claims to see."""

# Codes of undefined behaviour that `--property all` asks for: no program that has it may be `safe`.
OURS = {
    "UB-CCV1": "signed overflow",
    "UB-CEMX1": "division by zero",
    "UB-CEMX2": "remainder by zero",
    "UB-CEMX3": "overflow in a remainder",
    "UB-CEB2": "shift by a negative number",
    "UB-CEB3": "shift by the width or more",
    "UB-CEB4": "left shift of a negative number",
    "UB-CEB6": "shift by a negative number",
    "UB-CEB7": "shift by the width or more",
    "UB-CEE4": "access to an object out of its lifetime",
    "UB-CER3": "access through null",
    "UB-CER4": "access past the end of an array",
    "UB-EFNC1": "a call through a pointer to a function that takes its arguments otherwise",
    "UB-EFNC2": "a call through null",
    "UB-EIO2": "write outside of an object",
    "UB-EIO7": "read outside of an object",
    "UB-STDLIB1": "realloc of what was not allocated",
    "UB-STDLIB2": "free of what was not allocated",
    "UB-STRING1": "null for strcpy",
}

# All other codes, by the reason why `safe` does not speak about them.
NOT_OURS = {
    "a rule about the text: clang refuses the program, or it has one meaning with gcc": (
        "CCV6 CDI1 CDI2 CDI3 CDT1 CDT2 CEE1 CEE5 CEM1 CEM2 CID2 CTI1 FD4 FD5 FD6 FD7 FD8 FD9 TDG1 TDG11 TDG12 "
        "TDG3 TDG6 TDG7 TDL5 TDR1 TDR2 TDR3 TEAS4 TEOFF1 TIN1 TIN2"
    ),
    "a direct call whose arguments do not fit a definition without a prototype": "CB1 CB2 CB3 CB4",
    "forming a pointer, not using it: no access takes place (CCV11-bad reads outside of the array as well, and is unsafe)": (
        "CEA1 CEE3 CCV11 EEA4 EEA5"
    ),
    "addresses of different objects compared or subtracted, or cut to a narrower number: gcc defines it": (
        "CEA5 CERL1 CERL2 CERL3 CERL4 CERL6 CCV7"
    ),
    "asked for by --property conversion, which `all` leaves out": "CCV3",
    "floating point has infinities": "CCV4 CCV12",
    "an uninitialised value, and the result of a function without return, is any value": "CCV5 CEE2 STDARG3 STDARG4 STDARG5 STDIO3",
    "qualifiers, effective types and overlapping assignments are not checked": (
        "CMW1 EIO3 EIO4 EIO9 EIO10 EIO11 ECL3 ECL4 EEA1 EEA2 EEA3"
    ),
    "sizes of arrays of variable length are not checked": "CTM1 EEC1 TTE1",
    "evaluation order: one order is checked": "EIO8",
    "ways through the program that C forbids: they are not modelled, or end the execution": (
        "ESR1 STDLIB4 STDLIB5 SETJMP1 SETJMP2"
    ),
    "rules of the library about its own arguments and streams": (
        "CTYPE1 IO1 IO2 STDIO1 STDIO7 STDIO8 STDIO9 STDIO10 STDIO11 STDIO12 STDIO13 SIGNAL1 SIGNAL2 SIGNAL3 SIGNAL4"
    ),
    "rules about va_list: a type that does not fit, or no argument left, is not modelled": (
        "STDARG1 STDARG2 STDARG6 STDARG9 STDARG10 STDARG12"
    ),
}

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
