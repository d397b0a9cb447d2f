"""Ways that a pointer can go in C before it is used: through integers, bytes, unions, structs, functions, tables."""


def plain_cast(piece, t, p, q):
    piece.say(f"{t} *{q} = ({t} *)(uintptr_t){p};")


def through_void(piece, t, p, q):
    v = piece.fresh("v")
    piece.say(f"void *{v} = (void *){p};")
    piece.say(f"{t} *{q} = {v};")


def offset_integer(piece, t, p, q):
    u = piece.fresh("u")
    n = piece.rng.choice(["a", "b", "8u", "a * 4u", "4096u"])
    piece.say(f"uintptr_t {u} = (uintptr_t){p} + ({n});")
    piece.say(f"{t} *{q} = ({t} *)({u} - ({n}));")


def xored(piece, t, p, q):
    u, k = piece.fresh("u"), piece.rng.choice(["0x5au", "a", "(uintptr_t)-1", "0x10000u"])
    piece.say(f"uintptr_t {u} = (uintptr_t){p} ^ {k};")
    piece.say(f"{t} *{q} = ({t} *)({u} ^ {k});")


def xored_with_pointer(piece, t, p, q):
    """An XOR of two addresses, as in lists with one link for both directions."""
    d, u = piece.fresh("d"), piece.fresh("u")
    piece.say(f"static unsigned {d};")
    piece.say(f"uintptr_t {u} = (uintptr_t){p} ^ (uintptr_t)&{d};")
    piece.say(f"{t} *{q} = ({t} *)({u} ^ (uintptr_t)&{d});")


def tagged(piece, t, p, q):
    if "char" in t:
        return plain_cast(piece, t, p, q)
    u = piece.fresh("u")
    piece.say(f"uintptr_t {u} = (uintptr_t){p} | (a & 1u);")
    piece.gather(f"{u} & 1u")
    piece.say(f"{t} *{q} = ({t} *)({u} & ~(uintptr_t)1);")


def halves(piece, t, p, q):
    bits = piece.program.pointer_bits() // 2
    half = f"uint{bits}_t"
    high, low = piece.fresh("h"), piece.fresh("l")
    piece.say(f"{half} {high} = ({half})((uintptr_t){p} >> {bits}), {low} = ({half})(uintptr_t){p};")
    piece.say(f"{t} *{q} = ({t} *)(((uintptr_t){high} << {bits}) | {low});")


def bit_field(piece, t, p, q):
    if piece.program.pointer_bits() == 32:
        return halves(piece, t, p, q)
    s = piece.fresh("s")
    piece.say(f"struct {{ unsigned long long tag : 16; unsigned long long address : 48; }} {s};")
    piece.say(f"{s}.tag = a; {s}.address = (uintptr_t){p};")
    piece.gather(f"{s}.tag")
    piece.say(f"{t} *{q} = ({t} *)(uintptr_t){s}.address;")


def copied(piece, t, p, q):
    piece.say(f"{t} *{q};")
    piece.say(f"{{ {t} *from = {p}; memcpy(&{q}, &from, sizeof {q}); }}")


def in_bytes(piece, t, p, q):
    c = piece.fresh("c")
    piece.say(f"unsigned char {c}[sizeof({t} *)];")
    piece.say(f"{{ {t} *from = {p}; memcpy({c}, &from, sizeof from); }}")
    piece.say(f"{t} *{q};")
    piece.say(f"memcpy(&{q}, {c}, sizeof {q});")


def byte_loop(piece, t, p, q):
    f, i = piece.fresh("f"), piece.fresh("i")
    piece.say(f"{t} *{f} = {p}, *{q};")
    piece.say(f"for (unsigned {i} = 0; {i} < sizeof {q}; {i}++)")
    piece.say(f"    ((unsigned char *)&{q})[{i}] = ((unsigned char *)&{f})[{i}];")


def shifted_bytes(piece, t, p, q):
    c, u, i = piece.fresh("c"), piece.fresh("u"), piece.fresh("i")
    piece.say(f"unsigned char {c}[sizeof(uintptr_t)]; uintptr_t {u} = 0;")
    piece.say(f"for (unsigned {i} = 0; {i} < sizeof {c}; {i}++) {c}[{i}] = (unsigned char)((uintptr_t){p} >> (8 * {i}));")
    piece.say(f"for (unsigned {i} = sizeof {c}; {i} > 0; {i}--) {u} = ({u} << 8) | {c}[{i} - 1];")
    piece.say(f"{t} *{q} = ({t} *){u};")


def through_union(piece, t, p, q):
    u = piece.fresh("u")
    piece.say(f"union {{ {t} *p; uintptr_t n; unsigned char c[sizeof(void *)]; }} {u}, {u}b;")
    if piece.chance(50):
        piece.say(f"{u}.p = {p}; {u}b.n = {u}.n;")
    else:
        i = piece.fresh("i")
        piece.say(f"{u}.n = (uintptr_t){p};")
        piece.say(f"for (unsigned {i} = 0; {i} < sizeof {u}.c; {i}++) {u}b.c[{i}] = {u}.c[{i}];")
    piece.say(f"{t} *{q} = {u}b.p;")


def pointer_to_pointer(piece, t, p, q):
    f, pp = piece.fresh("f"), piece.fresh("pp")
    piece.say(f"{t} *{f} = 0, **{pp} = &{f};")
    if piece.chance(50):
        piece.say(f"{t} ***{pp}3 = &{pp};")
        piece.say(f"**{pp}3 = {p};")
    else:
        piece.say(f"*{pp} = {p};")
    piece.say(f"{t} *{q} = {f};")


def in_returned_struct(piece, t, p, q):
    tag = "W_" + t.replace(" ", "_")
    text = f"struct {tag} {{ int k; {t} *p; }};\n"
    text += f"static struct {tag} wrap_{tag}({t} *p, int k) {{ struct {tag} w; w.k = k; w.p = p; return w; }}"
    piece.program.once(tag, text)
    piece.gather(f"*wrap_{tag}({p}, 1).p")
    piece.say(f"{t} *{q} = wrap_{tag}({p}, 2).p;")


def in_table(piece, t, p, q):
    n = piece.fresh("t")
    i = piece.index(3)
    static = piece.rng.choice(["static ", ""])
    piece.say(f"{static}{t} *{n}[3];")
    piece.say(f"{n}[{i}] = {p};")
    piece.say(f"{t} *{q} = {n}[{i}];")


def by_global(piece, t, p, q):
    tag = "keep_" + t.replace(" ", "_")
    text = f"static {t} *{tag}_p;\nstatic void {tag}({t} *p) {{ {tag}_p = p; }}\nstatic {t} *{tag}_get(void) {{ return {tag}_p; }}"
    piece.program.once(tag, text)
    piece.say(f"{tag}({p});")
    piece.say(f"{t} *{q} = {tag}_get();")


def by_function_pointer(piece, t, p, q):
    tag = "same_" + t.replace(" ", "_")
    f = piece.fresh("f")
    piece.program.once(tag, f"static void *{tag}(void *p) {{ return p; }}")
    piece.say(f"void *(*volatile {f})(void *) = {tag};" if piece.chance(30) else f"void *(*{f})(void *) = {tag};")
    piece.say(f"{t} *{q} = {f}({p});")


def by_variable_arguments(piece, t, p, q):
    text = "static void *pick(int n, ...) {\n    va_list l; void *p = 0;\n    va_start(l, n);\n"
    text += "    for (int i = 0; i <= n; i++) p = va_arg(l, void *);\n    va_end(l);\n    return p;\n}"
    piece.program.once("pick", text)
    piece.program.features.append("variable-arguments")
    piece.say(f"{t} *{q} = pick(1, (void *)0, (void *){p});")


def by_heap_cell(piece, t, p, q):
    h = piece.fresh("h")
    piece.say(f"{t} **{h} = malloc(2 * sizeof *{h});")
    piece.say(f"{h}[1] = {p};")
    if piece.chance(50):
        piece.say(f"{h} = realloc({h}, 4 * sizeof *{h});")
    piece.say(f"{t} *{q} = {h}[1];")


def in_long_array(piece, t, p, q):
    n = piece.fresh("n")
    piece.say(f"unsigned long {n}[2] = {{ 0, (unsigned long){p} }};")
    piece.say(f"{t} *{q} = ({t} *){n}[{piece.rng.choice(['1', '(a | 1u) & 1u'])}];")


def chosen(piece, t, p, q):
    d = piece.fresh("d")
    piece.say(f"static {t} {d};")
    piece.say(f"{t} *{q} = a < 100u ? {p} : &{d};")


WAYS = [
    plain_cast, through_void, offset_integer, xored, xored_with_pointer, tagged, halves, bit_field, copied, in_bytes,
    byte_loop, shifted_bytes, through_union, pointer_to_pointer, in_returned_struct, in_table, by_global,
    by_function_pointer, by_variable_arguments, by_heap_cell, in_long_array, chosen,
]  # fmt: skip


def travel(piece, type_name, expression):
    """The name of a pointer that went one or two of the ways."""
    current = expression
    for _ in range(piece.rng.choice([1, 1, 1, 2])):
        name = piece.fresh("p")
        way = piece.rng.choice(WAYS)
        way(piece, type_name, f"({current})", name)
        current = name
    return current
