"""The pieces of programs of scripts/reading-fuzz: one function per feature."""

from reading_pointers import travel
from reading_program import SCALARS, Object, Struct

READABLE = ("scalar", "bits", "union scalar")


# Struct values, unions, bit-fields, arrays of structs: random types, random paths.


def store(piece, thing):
    found = thing.struct.leaf(piece, READABLE)
    if found:
        operator = piece.rng.choice(["=", "=", "=", "+=", "^="]) if found[1].type_name != "_Bool" else "="
        if found[1].type_name in ("int", "long", "short", "signed char", "long long") and operator == "+=":
            operator = "="
        piece.say(f"{thing.expression}{found[0]} {operator} {piece.value()};")


def load(piece, thing):
    found = thing.struct.leaf(piece, READABLE)
    if found:
        piece.gather(thing.expression + found[0])


def struct_value(piece, one, other):
    """An expression of the struct's type that is no lvalue."""
    struct = one.struct
    first, second = one.expression, other.expression
    forms = [
        f"{struct.helper('get')}(&{first})",
        f"{struct.helper('copy')}({first})",
        f"({piece.condition()} ? {first} : {second})",
        f"({piece.condition()} ? {struct.helper('get')}(&{first}) : {second})",
        f"((void)0, {first})",
        f"({{ {struct.name} t = {first}; t; }})",
        f"*{struct.helper('same')}(&{first})",
        f"*&{first}",
    ]
    return piece.rng.choice(forms)


def member_of_value(piece, one, other):
    found = one.struct.leaf(piece, READABLE)
    if found:
        piece.gather(f"({struct_value(piece, one, other)}){found[0]}")


def member_of_assignment(piece, one, other):
    found = one.struct.leaf(piece, READABLE)
    if found:
        piece.gather(f"({one.expression} = {struct_value(piece, other, other)}){found[0]}")
        one.pointers &= other.pointers


def copy_struct(piece, one, other):
    struct = one.struct
    to, source = one.expression, other.expression
    form = piece.rng.randrange(5)
    if form == 0:
        piece.say(f"{to} = {struct_value(piece, other, other)};")
    elif form == 1:
        piece.say(f"{struct.helper('put')}(&{to}, {source});")
    elif form == 2:
        piece.say(f"memcpy(&{to}, &{source}, sizeof {to});")
    elif form == 3:
        i = piece.fresh("i")
        piece.say(f"for (unsigned {i} = 0; {i} < sizeof({struct.name}); {i}++)")
        piece.say(f"    ((char *)&{to})[{i}] = ((char *)&{source})[{i}];")
    else:
        piece.say(f"{{ {struct.name} swap = {to}; {to} = {source}; {source} = swap; }}")
        one.pointers, other.pointers = other.pointers, one.pointers
        return
    one.pointers = set(other.pointers)


def address_of_member(piece, thing):
    """A store through a pointer to a member, which went some way first."""
    if thing.struct.unaligned:
        return
    found = thing.struct.leaf(piece, ("scalar",))
    if not found:
        return
    path, leaf = found
    pointer = travel(piece, leaf.type_name, f"&{thing.expression}{path}")
    piece.say(f"*{pointer} = {piece.value()};")
    piece.gather(thing.expression + path)
    load(piece, thing)


def byte_of_member(piece, thing):
    found = thing.struct.leaf(piece, ("scalar",))
    if found:
        place = f"&{thing.expression}{found[0]}"
        piece.gather(f"((unsigned char *){place})[{piece.rng.choice(['0', f'sizeof({found[1].type_name}) - 1'])}]")


def use_pointer_member(piece, thing, cells):
    found = thing.struct.leaf(piece, ("pointer",), constant=True)
    if not found:
        return
    path, leaf = found
    base = leaf.type_name.replace(" *", "")
    if path not in thing.pointers or piece.chance(30):
        cell = cells(base)
        target = cell if thing.struct.unaligned else travel(piece, base, cell)
        piece.say(f"{thing.expression}{path} = {target};")
        thing.pointers.add(path)
    if piece.chance(50):
        piece.say(f"*{thing.expression}{path} = {piece.value()};")
    piece.gather(f"*{thing.expression}{path}")
    if piece.chance(40):
        piece.gather(f"*{thing.struct.helper('get')}(&{thing.expression}){path}")


def functions(piece):
    piece.program.once(
        "functions",
        "static unsigned plus3(unsigned x) { return x + 3u; }\nstatic unsigned twice(unsigned x) { return x * 2u; }\n"
        "static unsigned flip(unsigned x) { return x ^ 5u; }",
    )
    return piece.rng.choice(["plus3", "twice", "flip", "&twice"])


def use_function_member(piece, thing):
    found = thing.struct.leaf(piece, ("function",), constant=True)
    if not found:
        return
    path = found[0]
    if path not in thing.pointers or piece.chance(30):
        first, second = functions(piece), functions(piece)
        piece.say(f"{thing.expression}{path} = {piece.condition()} ? {first} : {second};")
        thing.pointers.add(path)
    piece.gather(f"{thing.expression}{path}({piece.value()})")
    if piece.chance(40):
        piece.gather(f"{thing.struct.helper('get')}(&{thing.expression}){path}({piece.value()})")


def walk_member(piece, thing):
    found = thing.struct.leaf(piece, ("array",))
    if not found or thing.struct.unaligned:
        return
    path, member = found
    place, p = thing.expression + path, piece.fresh("w")
    if piece.chance(50):
        piece.say(f"for ({member.type_name} *{p} = {place}; {p} < {place} + {member.count}; {p}++) *{p} = acc & 15u;")
    else:
        piece.say(f"{member.type_name} *{p} = {place} + {member.count};")
        piece.say(f"while ({p} != {place}) acc += 3u * (unsigned)*--{p};")
    piece.gather(f"{place}[{piece.index(member.count)}]")


def typed(piece, kinds, only=()):
    """A sequence of operations on objects of random struct types."""
    program = piece.program
    for _ in range(piece.rng.randint(1, 2)):
        Struct(program, kinds)
    known = program.structs
    struct = known[-1]
    things = [Object(piece, struct), Object(piece, struct)]
    cells = cell_maker(piece)
    actions = [
        lambda: store(piece, piece.rng.choice(things)),
        lambda: store(piece, piece.rng.choice(things)),
        lambda: load(piece, piece.rng.choice(things)),
        lambda: member_of_value(piece, *order(piece, things)),
        lambda: member_of_value(piece, *order(piece, things)),
        lambda: copy_struct(piece, *order(piece, things)),
        lambda: member_of_assignment(piece, *order(piece, things)),
        lambda: byte_of_member(piece, piece.rng.choice(things)),
        lambda: walk_member(piece, piece.rng.choice(things)),
    ]
    if "addresses" in only:
        actions += 3 * [lambda: address_of_member(piece, piece.rng.choice(things))]
    if "pointer" in kinds:
        actions += 3 * [lambda: use_pointer_member(piece, piece.rng.choice(things), cells)]
    if "function" in kinds:
        actions += 4 * [lambda: use_function_member(piece, piece.rng.choice(things))]
    for _ in range(piece.rng.randint(4, 9)):
        action = piece.rng.choice(actions)
        # What sets pointers stays outside of conditions, so that they are known to be set.
        if piece.chance(15) and action in actions[:4]:
            piece.block(f"if ({piece.condition()})", action)
        else:
            action()
    for thing in things:
        load(piece, thing)


def order(piece, things):
    return piece.rng.sample(things, 2) if piece.chance(80) else [things[0], things[0]]


def cell_maker(piece):
    """A function that names the address of a cell of a type, zero at first."""
    made = {}

    def cell(base):
        if base not in made or piece.chance(30):
            name = piece.fresh("cell")
            kind = piece.rng.randrange(3)
            if kind == 0:
                piece.program.top.append(f"{base} {name}[3];")
            elif kind == 1:
                piece.say(f"{base} {name}[3] = {{ 1, 2, 3 }};")
            else:
                piece.say(f"{base} *{name} = calloc(3, sizeof *{name});")
            made[base] = name
        return f"&{made[base]}[{piece.index(3)}]"

    return cell


def struct_values(piece):
    typed(piece, ["scalar", "scalar", "array", "struct", "pointer"])


def unions(piece):
    typed(piece, ["union", "union", "scalar", "struct"], ("addresses",))


def bit_fields(piece):
    typed(piece, ["bits", "bits", "bits", "scalar", "packed"])


def nested_arrays(piece):
    typed(piece, ["array", "structs", "structs", "scalar"], ("addresses",))


def function_members(piece):
    typed(piece, ["function", "function", "scalar", "struct", "structs"])


# Pointers.


def pointer_integers(piece):
    """Pointers to cells go through integers and come back; then they are used."""
    cells = cell_maker(piece)
    for _ in range(piece.rng.randint(1, 3)):
        base = piece.rng.choice(SCALARS)
        cell = cells(base)
        pointer = travel(piece, base, cell)
        piece.say(f"*{pointer} = {piece.value()};")
        piece.gather(f"*({cell})")
        piece.gather(f"{pointer} == {cell}")


def walks(piece):
    """A pointer moves inside one object: forward, backward, by differences, in rows."""
    t, n, m = piece.rng.choice(SCALARS), piece.rng.randint(2, 3), piece.rng.randint(2, 4)
    name, p, i = piece.fresh("grid"), piece.fresh("p"), piece.fresh("i")
    piece.say(f"{piece.rng.choice(['static ', ''])}{t} {name}[{n}][{m}] = {{ {{ 1, 2 }}, {{ 3 }} }};")
    row = piece.index(n)
    piece.say(f"{t} *{p} = {name}[{row}] + {piece.index(m)};")
    piece.say(f"*{p} = {piece.value()};")
    piece.gather(f"{p} - {name}[{row}]")
    form = piece.rng.randrange(3)
    if form == 0:
        piece.say(f"{p} = {p} - ({p} - {name}[{row}]);")
        piece.gather(f"*{p}")
    elif form == 1:
        piece.say(f"for (unsigned {i} = 0; {i} < {n * m}u; {i}++) acc += {i} * (unsigned)((({t} *)(void *)&{name})[{i}]);")
    else:
        piece.say(f"{t} (*{p}r)[{m}] = {name};")
        piece.say(f"while ({p}r < {name} + {n}) {{ acc += (unsigned)(*{p}r)[{piece.index(m)}]; {p}r++; }}")
    q = travel(piece, t, f"&{name}[{row}][0]")
    piece.gather(f"{q}[{piece.index(m)}]")


def container_of(piece):
    s, member = piece.fresh("C"), piece.rng.choice(["in", "k", "row[1]"])
    piece.program.shared.append(f"struct {s} {{ unsigned char c; struct {{ int x; short y; }} in; unsigned k; short row[3]; }};")
    thing = piece.fresh("o")
    piece.say(f"{piece.rng.choice(['static ', ''])}struct {s} {thing} = {{ 7, {{ 2, 3 }}, 4, {{ 5, 6, 8 }} }};")
    base = {"in": "struct { int x; short y; }", "k": "unsigned", "row[1]": "short"}[member]
    m, c = piece.fresh("m"), piece.fresh("c")
    if member == "in":
        piece.say(f"void *{m} = &{thing}.in;")
    else:
        piece.say(f"{base} *{m} = &{thing}.{member};")
    piece.say(f"struct {s} *{c} = (struct {s} *)((char *){m} - offsetof(struct {s}, {member}));")
    piece.say(f"{c}->{piece.rng.choice(['c', 'in.y', 'k', 'row[2]', 'in.x'])} = {piece.value()};")
    for path in ("c", "in.x", "in.y", "k", f"row[{piece.index(3)}]"):
        piece.gather(f"{piece.rng.choice([c + '->', thing + '.'])}{path}")
    piece.gather(f"{c} == &{thing}")


def pointer_pointers(piece):
    """Linked nodes, changed through pointers to links."""
    tag = piece.fresh("N")
    piece.program.shared.append(f"struct {tag} {{ struct {tag} *next; unsigned v; struct {tag} **back; }};")
    head, link, count = piece.fresh("head"), piece.fresh("link"), piece.rng.randint(2, 3)
    piece.say(f"struct {tag} *{head} = 0, **{link} = &{head};")
    for number in range(count):
        node = piece.fresh("n")
        if piece.chance(50):
            piece.say(f"struct {tag} {node} = {{ 0, {piece.value()}, 0 }};")
            node = "&" + node
        else:
            piece.say(f"struct {tag} *{node} = calloc(1, sizeof *{node});")
            piece.say(f"{node}->v = {piece.value()};")
        piece.say(f"*{link} = {node}; (*{link})->back = {link}; {link} = &(*{link})->next;")
        if number == 1 and piece.chance(50):
            piece.say(f"if ({piece.condition()}) {{ *{head}->next->back = {head}->next->next; {link} = &{head}->next; }}")
    p = piece.fresh("p")
    piece.say(f"for (struct {tag} **{p} = &{head}; *{p}; {p} = &(*{p})->next) acc = acc * 3u + (*{p})->v + ((*{p})->back == {p});")


# Functions.


def function_tables(piece):
    f1, f2, f3 = (functions(piece) for _ in range(3))
    table = piece.fresh("table")
    piece.program.top.append(f"static unsigned (*{piece.rng.choice(['', 'const '])}{table}[3])(unsigned) = {{ {f1}, {f2}, {f3} }};")
    piece.gather(f"{table}[{piece.index(3)}]({piece.value()})")
    form = piece.rng.randrange(4)
    f = piece.fresh("f")
    if form == 0:
        piece.say(f"unsigned (*{f})(unsigned) = (unsigned (*)(unsigned))(uintptr_t){table}[{piece.index(3)}];")
        piece.gather(f"{f}(b)")
    elif form == 1:
        piece.say(f"void (*{f})(void) = (void (*)(void)){table}[{piece.index(3)}];")
        piece.gather(f"((unsigned (*)(unsigned)){f})(a)")
    elif form == 2:
        piece.say(f"unsigned (**{f})(unsigned) = {table};")
        piece.gather(f"(*({f} + {piece.index(3)}))(a)")
        piece.gather(f"{f}[0] == {table}[{piece.index(3)}]")
    else:
        piece.say(f"unsigned (*{f})(unsigned);")
        piece.say(f"memcpy(&{f}, &{table}[{piece.index(3)}], sizeof {f});")
        piece.gather(f"{f}(a)")


def variable_arguments(piece):
    name = piece.fresh("sum")
    kinds = [piece.rng.choice(["int", "unsigned long long", "double", "pair", "char *"]) for _ in range(piece.rng.randint(1, 4))]
    piece.program.once("pair", "struct pair { short x; unsigned y; };")
    lines = [f"static unsigned {name}(int n, ...) {{", "    va_list l, m;", "    unsigned s = 0;", "    va_start(l, n);"]
    given = []
    for kind in kinds:
        if kind == "pair":
            v = piece.fresh("pair")
            piece.say(f"struct pair {v} = {{ 2, {piece.value()} }};")
            lines += ["    { struct pair p = va_arg(l, struct pair); s = s * 3u + (unsigned)p.x + p.y; }"]
            given.append(v)
        elif kind == "char *":
            lines += ["    { char *p = va_arg(l, char *); s = s * 3u + (unsigned)p[1]; }"]
            given.append('"xyz"')
        else:
            lines += [f"    s = s * 3u + (unsigned)va_arg(l, {kind});"]
            given.append(f"({kind})({piece.value()})")
    if piece.chance(60):
        lines += ["    va_copy(m, l);", "    s += (unsigned)va_arg(m, int);", "    va_end(m);"]
    lines += ["    while (n-- > 0) s = s * 3u + (unsigned)va_arg(l, int);", "    va_end(l);", "    return s;", "}"]
    piece.program.top.append("\n".join(lines))
    rest = [f"(int)({piece.value()})" for _ in range(piece.rng.randint(1, 3))]
    piece.gather(f"{name}({len(rest)}, {', '.join(given + rest)})")


def callbacks(piece):
    n = piece.rng.randint(3, 4)
    t = piece.rng.choice(["int", "unsigned char", "struct item"])
    piece.program.once(
        "items",
        "struct item { short key; unsigned char value; };\n"
        "static int by_int(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }\n"
        "static int by_char(const void *p, const void *q) { return *(const unsigned char *)q - *(const unsigned char *)p; }\n"
        "static int by_key(const void *p, const void *q) { return ((const struct item *)p)->key - ((const struct item *)q)->key; }\n"
        "static void sort(void *base, unsigned n, unsigned size, int (*less)(const void *, const void *)) {\n"
        "    for (unsigned i = 1; i < n; i++)\n        for (unsigned j = i; j > 0; j--) {\n"
        "            char *p = (char *)base + (j - 1) * size, *q = p + size, t[8];\n"
        "            if (less(p, q) > 0) { memcpy(t, p, size); memcpy(p, q, size); memcpy(q, t, size); }\n        }\n}",
    )
    compare = {"int": "by_int", "unsigned char": "by_char", "struct item": "by_key"}[t]
    name = piece.fresh("list")
    values = [f"(unsigned char)({piece.value()})" for _ in range(n)]
    values = [f"{{ {value}, {number} }}" if "item" in t else value for number, value in enumerate(values)]
    piece.say(f"{t} {name}[{n}] = {{ {', '.join(values)} }};")
    sorter = piece.rng.choice(["sort", "sort", "qsort"])
    piece.say(f"{sorter}({name}, {n}, sizeof {name}[0], {compare});")
    for number in range(n):
        # Which of two equal elements comes first is open for qsort.
        piece.gather(f"{name}[{number}]" + (".key" if "item" in t else ""))


def recursion(piece):
    form = piece.rng.randrange(3)
    f = piece.fresh("rec")
    if form == 0:
        text = f"static unsigned {f}(unsigned n, unsigned *up) {{\n    unsigned here = n + 1u;\n    if (n == 0) return *up;\n"
        text += f"    *up += here;\n    return {f}(n - 1u, &here) + here;\n}}"
        start = piece.fresh("s")
        piece.say(f"unsigned {start} = 2u;")
        call = f"{f}({piece.index(4)}, &{start}) + {start}"
    elif form == 1:
        text = f"struct r_{f} {{ unsigned sum; unsigned char depth; }};\n"
        text += f"static struct r_{f} {f}(unsigned n) {{\n    struct r_{f} r = {{ n, 0 }};\n    if (n == 0) return r;\n"
        text += f"    r.sum += {f}(n - 1u).sum;\n    r.depth = {f}(n / 2u).depth + 1;\n    return r;\n}}"
        call = f"{f}({piece.index(4)}).sum * 4u + {f}({piece.index(3)}).depth"
    else:
        text = f"static unsigned odd_{f}(unsigned n);\nstatic unsigned {f}(unsigned n) {{ return n == 0 ? 1u : odd_{f}(n - 1u); }}\n"
        text += f"static unsigned odd_{f}(unsigned n) {{ return n == 0 ? 0u : {f}(n - 1u); }}"
        call = f"{f}({piece.index(5)})"
    piece.program.top.append(text)
    piece.gather(call)


# Control, layout, several files.


def computed_goto(piece):
    l = piece.fresh("L")
    n = piece.rng.randint(2, 4)
    labels = ", ".join(f"&&{l}_{i}" for i in range(n))
    table, rounds, at = piece.fresh("labels"), piece.fresh("r"), piece.fresh("at")
    piece.say(f"{piece.rng.choice(['static ', ''])}void *{table}[] = {{ {labels} }};")
    piece.say(f"unsigned {rounds} = 0, {at} = {piece.index(n)};")
    piece.say(f"goto *{table}[{at}];")
    for i in range(n):
        follow = f"if (++{rounds} < {piece.rng.randint(2, 4)}u) goto *{table}[({at} + {rounds}) % {n}u];" if piece.chance(60) else ""
        leave = f"goto {l}_end;" if piece.chance(40) else ""
        piece.say(f"{l}_{i}: acc = acc * 3u + {piece.rng.randint(1, 9)}u; {follow} {leave}")
    piece.say(f"{l}_end: acc += {rounds};")


def flexible(piece):
    f, t, n = piece.fresh("F"), piece.rng.choice(SCALARS), piece.rng.randint(2, 4)
    piece.program.shared.append(f"struct {f} {{ unsigned char n; {piece.rng.choice(['short k; ', ''])}{t} rest[]; }};")
    name = piece.fresh("o")
    if piece.chance(50):
        values = ", ".join(str(piece.rng.randint(0, 99)) for _ in range(n))
        piece.say(f"static struct {f} {name}_s = {{ .n = {n}, .rest = {{ {values} }} }};")
        piece.say(f"struct {f} *{name} = &{name}_s;")
    else:
        piece.say(f"struct {f} *{name} = calloc(1, sizeof *{name} + {n} * sizeof({t}));")
        piece.say(f"{name}->n = {n};")
    piece.say(f"{name}->rest[{piece.index(n)}] = {piece.value()};")
    if piece.chance(40):
        piece.say(f"{t} *{name}_p = {name}->rest; {name}_p[{piece.index(n)}] = {piece.value()};")
    i = piece.fresh("i")
    piece.say(f"for (unsigned {i} = 0; {i} < {name}->n; {i}++) acc = acc * 3u + (unsigned){name}->rest[{i}];")
    piece.gather(f"sizeof *{name}")


def files(piece):
    """Functions and variables of a second file; static names that both files have."""
    program = piece.program
    f, g, s = piece.fresh("far"), piece.fresh("shared"), piece.fresh("local")
    t = piece.rng.choice(SCALARS)
    program.shared.append(f"extern {t} {g}[3]; struct M_{f} {{ short x; {t} *p; }}; struct M_{f} {f}(unsigned n);")
    program.top.append(f"static unsigned {s} = 2u;")
    program.second.append(
        f"static unsigned {s} = 9u;\n{t} {g}[3] = {{ 1, 2, 3 }};\n"
        f"struct M_{f} {f}(unsigned n) {{ struct M_{f} m = {{ {s}++, &{g}[n % 3u] }}; *m.p += 1; return m; }}"
    )
    piece.say(f"{g}[{piece.index(3)}] = {piece.value()};")
    piece.gather(f"{f}({piece.value()}).x + {s}")
    piece.gather(f"*{f}({piece.value()}).p")
    piece.gather(f"{g}[{piece.index(3)}]")


def outside(piece):
    """Functions that only the native program has: invar must expect what they may do."""
    program = piece.program
    f, g, t = piece.fresh("ext"), piece.fresh("reach"), piece.rng.choice(["unsigned", "int", "short", "unsigned char"])
    form = piece.rng.randrange(6)
    new = piece.rng.randint(20, 60)
    if form == 0:  # writes a global variable that the program shows
        program.shared.append(f"extern {t} {g}; void {f}(unsigned n);")
        program.top.append(f"{t} {g} = 1;")
        program.outside.append(f"void {f}(unsigned n) {{ if (n > 2u) {g} = {new}; }}")
        piece.say(f"{f}({piece.value()});")
        piece.gather(g)
    elif form == 1:  # writes through its argument
        program.shared.append(f"void {f}({t} *p, unsigned n);")
        program.outside.append(f"void {f}({t} *p, unsigned n) {{ p[n & 1u] = {new}; }}")
        piece.say(f"{t} {g}[2] = {{ 1, 2 }};")
        piece.say(f"{f}({g}, {piece.value()});")
        piece.gather(f"{g}[{piece.index(2)}]")
    elif form == 2:  # keeps a pointer and writes later
        program.shared.append(f"void {f}({t} *p); void {f}_later(void);")
        program.outside.append(f"static {t} *kept_{f};\nvoid {f}({t} *p) {{ kept_{f} = p; }}\nvoid {f}_later(void) {{ *kept_{f} = {new}; }}")
        piece.say(f"static {t} {g};")
        piece.say(f"{f}(&{g});")
        piece.say(f"{g} = {piece.value()};")
        piece.say(f"if ({piece.condition()}) {f}_later();")
        piece.gather(g)
    elif form == 3:  # calls back
        program.shared.append(f"void {f}(void (*call)(unsigned), unsigned n);")
        program.top.append(f"static unsigned {g};\nstatic void call_{f}(unsigned n) {{ {g} += n; }}")
        program.outside.append(f"void {f}(void (*call)(unsigned), unsigned n) {{ if (n & 1u) call(n + {new}u); }}")
        piece.say(f"{f}(call_{f}, {piece.value()});")
        piece.gather(g)
    elif form == 4:  # returns its argument, or a global of the program
        program.shared.append(f"extern {t} {g}; {t} *{f}({t} *p, unsigned n);")
        program.top.append(f"{t} {g} = 3;")
        program.outside.append(f"{t} *{f}({t} *p, unsigned n) {{ return n & 1u ? p : &{g}; }}")
        x = piece.fresh("x")
        piece.say(f"{t} {x} = 5;")
        piece.say(f"{t} *{x}_p = {f}(&{x}, {piece.value()});")
        piece.say(f"if ({x}_p) *{x}_p = {new};")
        piece.gather(f"{x} * 3u + {g}")
    else:  # a pointer inside of a struct
        program.shared.append(f"struct E_{f} {{ int k; {t} *p; }}; struct E_{f} {f}(struct E_{f} e);")
        program.outside.append(f"struct E_{f} {f}(struct E_{f} e) {{ *e.p = {new}; e.k++; return e; }}")
        piece.say(f"{t} {g} = 1; struct E_{f} {g}_e = {{ 2, &{g} }};")
        piece.say(f"{g}_e = {f}({g}_e);")
        piece.gather(g)


def library(piece):
    """Strings, memory and formatted text."""
    text, i = piece.fresh("text"), piece.fresh("i")
    word = "".join(piece.rng.choice("abcx1 ") for _ in range(piece.rng.randint(2, 6)))
    piece.say(f'char {text}[16] = "{word}";')
    piece.say(f"{text}[{piece.index(len(word))}] = (char)('0' + a);")
    forms = [
        f"strlen({text} + {piece.index(2)})",
        f"strchr({text}, 'x') != 0",
        f"(strchr({text}, '1') ? strchr({text}, '1') - {text} : 9)",
        f"memcmp({text}, \"{word}\", {len(word)}) == 0",
        f"strtol({text}, 0, 10) & 255",
        f"strspn({text}, \"abc0123\")",
        f"(strcat({text}, \"q\"), {text}[strlen({text}) - 1])",
        f"(memmove({text} + 1, {text}, 4), {text}[{piece.index(4)}])",
        f"(memset({text}, 'z', a % 3u), {text}[1])",
        f"sprintf({text}, \"%u-%d\", a, (int)b)",
        f"(sprintf({text}, \"%u-%d\", a, (int)b), {text}[0])",
        f"snprintf({text}, 3, \"%d\", (int)(a * 100u))",
        f"atoi({text})",
    ]
    for form in piece.rng.sample(forms, 2):
        piece.gather(form)
    if piece.chance(20):
        piece.say(f'int {i} = 0; printf("%u%n", a, &{i});')
        piece.gather(i)
    if piece.chance(20):
        piece.say(f'int {i}s = 5; char {i}e[] = "0"; {i}e[0] = (char)(48 + b); sscanf({i}e, "%d", &{i}s);')
        piece.gather(f"{i}s")
    if piece.chance(20):
        piece.say(f'char *{i}end; (void)strtol("12z", &{i}end, 10);')
        piece.gather(f"*{i}end")


def expressions(piece):
    """Literals, initialisers, statement expressions, conversions."""
    s = piece.fresh("X")
    piece.program.shared.append(f"struct {s} {{ signed char c; unsigned short h; int row[3]; const char *text; }};")
    o = piece.fresh("o")
    piece.say(f"struct {s} {o} = {{ .row = {{ [2] = 4, [0] = 1 }}, .text = \"hey\", .c = (signed char)(a * 50u) }};")
    forms = [
        f"((struct {s}) {{ 1, a, {{ 2, b }}, \"lit\" }}).row[1]",
        f"(&(struct {s}) {{ .h = b }})->h",
        f"((struct {s}[2]) {{ {{ 1 }}, {{ .h = a }} }})[{piece.index(2)}].h",
        f"((int[]) {{ 1, 2, 3 }})[{piece.index(3)}]",
        f"\"literal\"[{piece.index(7)}]",
        f"{o}.text[{piece.index(3)}]",
        f"{o}.c < a",
        f"({{ struct {s} t = {o}; t.row[{piece.index(3)}]++; t; }}).row[2]",
        f"(a ?: 7u) + ({o}.h = 70000u + a)",
        f"sizeof({o}.row) + _Alignof(struct {s})",
        f"(_Bool)(a & 4u) + !b",
        f"__builtin_popcount(a) + __builtin_offsetof(struct {s}, row[1])",
        f"(b > 1u ? {o} : (struct {s}) {{ 3 }}).row[0]",
        f"*(&{o}.row[0] + {piece.index(3)})",
        f"({o}.c >> 1) & 63",
    ]
    for form in piece.rng.sample(forms, 4):
        piece.gather(form)
    if piece.chance(40):
        v = piece.fresh("vla")
        piece.say(f"int {v}[a + 1u]; {v}[a] = 3; {v}[0] = (int)b;")
        piece.gather(f"{v}[a] + sizeof {v}")


FEATURES = {
    "struct-values": struct_values,
    "unions": unions,
    "bit-fields": bit_fields,
    "nested-arrays": nested_arrays,
    "function-members": function_members,
    "pointer-integers": pointer_integers,
    "walks": walks,
    "container-of": container_of,
    "pointer-pointers": pointer_pointers,
    "function-tables": function_tables,
    "variable-arguments": variable_arguments,
    "callbacks": callbacks,
    "recursion": recursion,
    "computed-goto": computed_goto,
    "flexible": flexible,
    "files": files,
    "outside": outside,
    "library": library,
    "expressions": expressions,
}
