"""Functions and variables that only the native program has: invar must expect what they may do."""

TYPES = ["unsigned", "int", "short", "unsigned char"]


def writes_global(piece, f, g, t, new):
    program = piece.program
    program.shared.append(f"extern {t} {g}; void {f}(unsigned n);")
    program.top.append(f"{t} {g} = 1;")
    program.outside.append(f"void {f}(unsigned n) {{ if (n > 2u) {g} = {new}; }}")
    piece.say(f"{f}({piece.value()});")
    piece.gather(g)


def writes_argument(piece, f, g, t, new):
    program = piece.program
    program.shared.append(f"void {f}({t} *p, unsigned n);")
    program.outside.append(f"void {f}({t} *p, unsigned n) {{ p[n & 1u] = {new}; }}")
    piece.say(f"{t} {g}[2] = {{ 1, 2 }};")
    piece.say(f"{f}({g}, {piece.value()});")
    piece.gather(f"{g}[{piece.index(2)}]")


def keeps_pointer(piece, f, g, t, new):
    """Writes later, in a call that has no argument."""
    program = piece.program
    program.shared.append(f"void {f}({t} *p); void {f}_later(void);")
    program.outside.append(f"static {t} *kept_{f};\nvoid {f}({t} *p) {{ kept_{f} = p; }}\nvoid {f}_later(void) {{ *kept_{f} = {new}; }}")
    piece.say(f"{piece.rng.choice(['static ', ''])}{t} {g} = 0;")
    piece.say(f"{f}(&{g});")
    piece.say(f"{g} = {piece.value()};")
    piece.say(f"if ({piece.condition()}) {f}_later();")
    piece.gather(g)


def calls_back(piece, f, g, t, new):
    program = piece.program
    program.shared.append(f"void {f}(void (*call)(unsigned), unsigned n);")
    program.top.append(f"static unsigned {g};\nstatic void call_{f}(unsigned n) {{ {g} += n; }}")
    program.outside.append(f"void {f}(void (*call)(unsigned), unsigned n) {{ if (n & 1u) call(n + {new}u); }}")
    piece.say(f"{f}(call_{f}, {piece.value()});")
    piece.gather(g)


def returns_pointer(piece, f, g, t, new):
    """Its argument, or a variable of the program."""
    program = piece.program
    program.shared.append(f"extern {t} {g}; {t} *{f}({t} *p, unsigned n);")
    program.top.append(f"{t} {g} = 3;")
    program.outside.append(f"{t} *{f}({t} *p, unsigned n) {{ return n & 1u ? p : &{g}; }}")
    x = piece.fresh("x")
    piece.say(f"{t} {x} = 5;")
    piece.say(f"{t} *{x}_p = {f}(&{x}, {piece.value()});")
    piece.say(f"if ({x}_p) *{x}_p = {new};")
    piece.gather(f"{x} * 3u + {g}")


def pointer_in_struct(piece, f, g, t, new):
    program = piece.program
    program.shared.append(f"struct E_{f} {{ int k; {t} *p; }}; struct E_{f} {f}(struct E_{f} e);")
    program.outside.append(f"struct E_{f} {f}(struct E_{f} e) {{ *e.p = {new}; e.k++; return e; }}")
    piece.say(f"{t} {g} = 1; struct E_{f} {g}_e = {{ 2, &{g} }};")
    piece.say(f"{g}_e = {f}({g}_e);")
    piece.gather(g)


def sets_pointer(piece, f, g, t, new):
    """Stores a pointer through a pointer to a pointer, to an object of its own or of the program."""
    program = piece.program
    program.shared.append(f"extern {t} {g}[2]; void {f}({t} **p, unsigned n);")
    program.top.append(f"{t} {g}[2] = {{ 4, 6 }};")
    program.outside.append(f"static {t} own_{f} = {new};\nvoid {f}({t} **p, unsigned n) {{ *p = n & 1u ? &own_{f} : &{g}[1]; }}")
    p = piece.fresh("p")
    piece.say(f"{t} *{p} = &{g}[0];")
    piece.say(f"{f}(&{p}, {piece.value()});")
    piece.say(f"*{p} = {new + 1};")
    piece.gather(f"{g}[1] * 3u + {g}[0]")


def variable(piece, f, g, t, new):
    """A variable that is defined elsewhere, and changed there."""
    program = piece.program
    program.shared.append(f"extern {t} {g}; void {f}(void);")
    program.outside.append(f"{t} {g} = {new};\nvoid {f}(void) {{ {g} += 2; }}")
    piece.gather(g)
    piece.say(f"{g} = {piece.value()};")
    piece.say(f"{f}();")
    piece.gather(g)


def reaches_through_list(piece, f, g, t, new):
    """Writes to what hangs on a global pointer."""
    program = piece.program
    program.shared.append(f"struct L_{f} {{ struct L_{f} *next; {t} v; }}; extern struct L_{f} *{g}; void {f}(void);")
    program.top.append(f"struct L_{f} *{g};")
    program.outside.append(f"void {f}(void) {{ {g}->next->v = {new}; }}")
    one, two = piece.fresh("n"), piece.fresh("n")
    piece.say(f"struct L_{f} {one} = {{ 0, 1 }}, {two} = {{ &{one}, 2 }};")
    piece.say(f"{g} = &{two};")
    piece.say(f"if ({piece.condition()}) {f}();")
    piece.gather(f"{one}.v * 3u + {two}.v")


def weak(piece, f, g, t, new):
    """A weak function that exists nowhere is null."""
    piece.program.shared.append(f"extern unsigned {f}(void) __attribute__((weak));")
    piece.program.outside.append("")
    piece.gather(f"{f} ? {f}() : {piece.value()}")


FORMS = [
    writes_global, writes_argument, keeps_pointer, calls_back, returns_pointer, pointer_in_struct, sets_pointer, variable,
    reaches_through_list, weak,
]  # fmt: skip


def outside(piece):
    f, g, t = piece.fresh("ext"), piece.fresh("reach"), piece.rng.choice(TYPES)
    piece.rng.choice(FORMS)(piece, f, g, t, piece.rng.randint(20, 60))
