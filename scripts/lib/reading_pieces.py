"""The pieces of programs of scripts/reading-fuzz: one function per feature."""

from reading_layout import address_facts, floats, large_objects, layout
from reading_outside import outside
from reading_pointers import travel
from reading_program import SCALARS
from reading_structs import bit_fields, cell_maker, function_members, functions, nested_arrays, struct_values, unions

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
    "layout": layout,
    "floats": floats,
    "large-objects": large_objects,
    "address-facts": address_facts,
}
