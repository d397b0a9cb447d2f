"""Random C programs about what a machine decides: layouts, bit-fields, enumerations, the order of bytes, promotions, the sign
of char, long double, variable arguments. A program prints 32-bit numbers with `__invar_print_u32` and has no input."""

import random

INTEGERS = [
    "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
    "long", "unsigned long", "long long", "unsigned long long",
]
# The most bits that a bit-field of the type has on every machine.
FIELD_BITS = {
    "_Bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32,
    "unsigned": 32, "long": 32, "unsigned long": 32, "long long": 64, "unsigned long long": 64,
}
UNSIGNED = ["unsigned char", "unsigned short", "unsigned", "unsigned long", "unsigned long long"]

PROLOGUE = """
void __invar_print_u32(unsigned value);
typedef __SIZE_TYPE__ size;
void *memcpy(void *, const void *, size);
void *memset(void *, int, size);
#define offset(type, member) __builtin_offsetof(type, member)
static void show(unsigned long long value)
{
    __invar_print_u32((unsigned)value);
    __invar_print_u32((unsigned)(value >> 32));
}
static void show_bytes(const void *object, unsigned count)
{
    const unsigned char *bytes = object;
    unsigned i;
    for (i = 0; i < count; i++)
        __invar_print_u32(bytes[i]);
}
static void fill(unsigned char *bytes, unsigned count, unsigned seed)
{
    unsigned i;
    for (i = 0; i < count; i++) {
        seed = seed * 1103515245u + 12345u;
        bytes[i] = (unsigned char)(seed >> 16);
    }
}
"""


class Member:
    """A member of a record: how it is reached, its type, its bits if it is a bit-field."""

    def __init__(self, path, kind, bits=None):
        self.path, self.kind, self.bits = path, kind, bits


class Generator:
    """One program."""

    def __init__(self, seed, long_double):
        self.random = random.Random(seed)
        self.long_double = long_double
        self.enums, self.records = [], []
        self.globals, self.body = [], []

    def number(self):
        """Mostly a corner, as an unsigned 64-bit constant."""
        corner = [0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
                  0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x0123456789ABCDEF]
        if self.random.random() < 0.5:
            return f"{self.random.choice(corner):#x}ull"
        return f"{self.random.getrandbits(64):#x}ull"

    def add(self, line):
        self.body.append("    " + line)

    def enumerations(self):
        ranges = [(0, 3), (0, 255), (0, 256), (-1, 1), (-128, 127), (-129, 0), (0, 65535), (0, 65536), (-32768, 32767),
                  (-1, 40000), (0, 0x7FFFFFFF), (0, 0xFFFFFFFF), (-1, 0x7FFFFFFF), (-5, 0x100000000)]
        for number in range(3):
            low, high = self.random.choice(ranges)
            packed = "__attribute__((packed)) " if self.random.random() < 0.3 else ""
            text = lambda value: f"{value}" if abs(value) < 2**31 else f"{value}ll"
            self.globals.append(
                f"enum {packed}e{number} {{ L{number} = {text(low)}, H{number} = {text(high)} }};")
            name = f"enum e{number}"
            self.enums.append(name)
            self.add(f"show(sizeof({name}) * 16 + _Alignof({name}));")
            self.add(f"show(({name})-1 < 0);")
            self.add(f"show((unsigned long long)({name})H{number});")
            self.add(f"show((unsigned long long)({name})L{number});")

    def scalar(self):
        floats = ["float", "double"] + (["long double"] if self.long_double else [])
        return self.random.choice(INTEGERS * 2 + floats + ["_Bool", "void *"] + self.enums)

    def record(self):
        number = len(self.records)
        keyword = self.random.choice(["struct", "struct", "struct", "union"])
        attributes = []
        if self.random.random() < 0.2:
            attributes.append("packed")
        if self.random.random() < 0.15:
            attributes.append(f"aligned({self.random.choice([1, 2, 4, 8, 16])})")
        members, lines = [], []
        for index in range(self.random.randint(2, 7)):
            name = f"m{index}"
            choice = self.random.random()
            if choice < 0.45:
                kind = self.random.choice(list(FIELD_BITS) + (self.enums if choice < 0.05 else []))
                most = FIELD_BITS.get(kind, 2)
                bits = self.random.randint(1, most)
                if self.random.random() < 0.15:
                    bits = self.random.choice([0, bits])
                    lines.append(f"{kind} : {bits};")
                else:
                    lines.append(f"{kind} {name} : {bits};")
                    members.append(Member(name, kind, bits))
            elif choice < 0.6 and self.records:
                inner, inner_members, _ = self.random.choice(self.records)
                lines.append(f"{inner} {name};")
                members += [Member(f"{name}.{m.path}", m.kind, m.bits) for m in inner_members]
                members.append(Member(name, None))
            elif choice < 0.75:
                kind, length = self.scalar(), self.random.randint(1, 3)
                lines.append(f"{kind} {name}[{length}];")
                members += [Member(f"{name}[{i}]", kind) for i in range(length)]
            else:
                kind = self.scalar()
                placing = ""
                if self.random.random() < 0.1:
                    placing = f" __attribute__((aligned({self.random.choice([1, 2, 4, 8, 16])})))"
                elif self.random.random() < 0.1:
                    placing = " __attribute__((packed))"
                lines.append(f"{kind} {name}{placing};")
                members.append(Member(name, kind))
        tag = f"{keyword} r{number}"
        after = f" __attribute__(({', '.join(attributes)}))" if attributes else ""
        self.globals.append(f"{tag} {{ {' '.join(lines)} }}{after};")
        self.records.append((tag, members, keyword))
        self.use_record(number)

    def use_record(self, number):
        tag, members, keyword = self.records[number]
        self.globals.append(f"static {tag} g{number};")
        self.globals.append(f"static unsigned char raw{number}[sizeof({tag}) + 1];")
        self.add(f"show(sizeof({tag}) * 256 + _Alignof({tag}));")
        for member in members:
            if member.bits is None:
                self.add(f"show(offset({tag}, {member.path}));")
        integers = [m for m in members if m.kind in INTEGERS or m.kind in self.enums or m.bits]
        if not integers:
            return
        self.add(f"fill(raw{number}, sizeof({tag}), {self.random.getrandbits(31)}u);")
        self.add(f"memcpy(&g{number}, raw{number}, sizeof({tag}));")
        for member in integers:
            self.add(f"show((unsigned long long)g{number}.{member.path});")
        self.add(f"memset(&g{number}, 0, sizeof({tag}));")
        if keyword == "union":
            integers = [self.random.choice(integers)]
        for member in integers:
            self.add(f"g{number}.{member.path} = ({member.kind}){self.number()};")
        if keyword == "struct":
            # What is written over what was read of unions inside is not looked at.
            for member in integers:
                self.add(f"show((unsigned long long)g{number}.{member.path});")
        self.add(f"show_bytes(&g{number}, sizeof({tag}));")
        for member in self.random.sample(integers, min(2, len(integers))):
            operator = self.random.choice(["+=", "^=", "|=", "-="])
            self.add(f"g{number}.{member.path} {operator} {self.random.randint(1, 100)};")
            self.add(f"show((unsigned long long)(g{number}.{member.path} + 1u));")
            self.add(f"show((unsigned long long)-(g{number}.{member.path} & 1));")

    def expression(self, variables, depth):
        if depth == 0:
            return self.random.choice(variables)
        first, second = (self.expression(variables, depth - 1) for _ in range(2))
        kind, choice = self.random.choice(INTEGERS), self.random.randint(0, 8)
        if choice <= 1:
            operator = self.random.choice("+-*")
            wide = self.random.choice(UNSIGNED[2:])
            return f"(({wide}){first} {operator} ({wide}){second})"
        if choice == 2:
            return f"({first} {self.random.choice('&|^')} {second})"
        if choice == 3:
            unsigned = self.random.choice(UNSIGNED)
            operator = self.random.choice("/%")
            return f"(({unsigned}){first} {operator} (({unsigned}){second} | 1))"
        if choice == 4:
            return f"({first} {self.random.choice(['<', '<=', '==', '>', '!='])} {second})"
        if choice == 5:
            return f"({first} >> ({second} & 7))"
        if choice == 6:
            return f"((unsigned){first} << ({second} & 15))"
        if choice == 7:
            return f"({first} ? {second} : ({kind}){first})"
        return f"({self.random.choice(['', '~'])}({kind}){first})"

    def arithmetic(self):
        variables = []
        for index in range(6):
            kind = self.random.choice(INTEGERS + self.enums)
            self.add(f"static {kind} v{index};")
            self.add(f"v{index} = ({kind}){self.number()};")
            variables.append(f"v{index}")
        for _ in range(8):
            value = self.expression(variables, self.random.randint(1, 4))
            self.add(f"show((unsigned long long){value});")
            self.add(f"show(sizeof({value}));")

    def views(self):
        """One object looked at as others."""
        first, second = self.random.choice(INTEGERS[5:]), self.random.choice(INTEGERS)
        self.add("{")
        self.add(f"{first} whole[4]; {second} part; unsigned i;")
        self.add(f"for (i = 0; i < 4; i++) whole[i] = ({first})({self.number()} >> i);")
        self.add("show_bytes(whole, sizeof whole);")
        self.add(f"memcpy(&part, (char *)whole + {self.random.randint(0, 4)}, sizeof part);")
        self.add("show((unsigned long long)part);")
        self.add(f"memcpy((char *)whole + {self.random.randint(0, 4)}, &part, sizeof part);")
        self.add("for (i = 0; i < 4; i++) show((unsigned long long)whole[i]);")
        self.add(f"*((unsigned char *)whole + {self.random.randint(0, 3)}) ^= 0x5a;")
        self.add("for (i = 0; i < 4; i++) show((unsigned long long)whole[i]);")
        self.add("}")

    def floats(self):
        a, b = (self.random.choice([0.1, 1.5, -3.25, 1e10, 7.0, 1e-3, 123456.789]) for _ in range(2))
        kinds = ["float", "double"] + (["long double"] if self.long_double else [])
        kind = self.random.choice(kinds)
        suffix = {"float": "f", "double": "", "long double": "L"}[kind]
        operator = self.random.choice("+-*/")
        self.add("{")
        self.add(f"{kind} x = {a}{suffix}, y = {b}{suffix}, z = x {operator} y; float f; double d;")
        self.add("d = (double)(z * x + y); f = (float)(z - y);")
        self.add("show_bytes(&d, sizeof d); show_bytes(&f, sizeof f);")
        self.add(f"show(sizeof z * 32 + _Alignof({kind})); show(z < x); show((unsigned long long)(long long)(x + y));")
        self.add(f"d = (double)({self.random.choice(kinds)}){self.number()}; show_bytes(&d, sizeof d);")
        if kind != "long double" or self.long_double == "bytes":
            self.add("show_bytes(&z, sizeof z);")
        self.add("}")

    def lists(self):
        kinds = ["int", "unsigned long", "long long", "double", "long"]
        given = [self.random.choice(kinds) for _ in range(4)]
        values = [f"({kind}){self.random.randint(-1000, 1000)}" for kind in given]
        self.globals.append("static unsigned long long sum(int count, ...) { __builtin_va_list list; unsigned long long all = 0;")
        self.globals.append("    __builtin_va_start(list, count);")
        for kind in given:
            self.globals.append(f"    all = all * 3 + (unsigned long long)(long long)__builtin_va_arg(list, {kind});")
        self.globals.append("    __builtin_va_end(list); return all + (unsigned)count; }")
        self.add(f"show(sum(4, {', '.join(values)}));")

    def constants(self):
        for text in ["'\\xff'", "\"\\x80\"[0]", "(char)-1 < 0", "(char)200 >> 1", "L'a' - 1", "sizeof L\"ab\"", "L\"\\xff\"[0]",
                     "(__WCHAR_TYPE__)-1 < 0", "(size)-1", "sizeof(void *)", "sizeof(long)", "sizeof(int[3])",
                     "(unsigned long long)(__PTRDIFF_TYPE__)-1", "__CHAR_BIT__", "sizeof(__BIGGEST_ALIGNMENT__)",
                     "__BIGGEST_ALIGNMENT__", "-1 < 0u", "-1L < 0u", "(unsigned short)-1 + 1", "~(unsigned char)0",
                     "0xffffffff + 1", "2147483648 > 0", "sizeof 2147483648", "sizeof 'a'", "(signed char)0x80 >> 7"]:
            self.add(f"show((unsigned long long)({text}));")

    def text(self):
        self.enumerations()
        for _ in range(self.random.randint(2, 4)):
            self.record()
        self.lists()
        for part in self.random.sample([self.arithmetic, self.views, self.floats, self.constants], 3):
            part()
        self.views()
        parts = [PROLOGUE, *self.globals, "int main(void)", "{", *self.body, "    return 0;", "}", ""]
        return "\n".join(parts)
