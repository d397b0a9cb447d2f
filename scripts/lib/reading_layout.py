"""Pieces about where things lie: sizes and offsets, bits of floats, large objects, what holds of every address."""

from reading_program import SCALARS, Struct

ALIGNED = ["", "", " __attribute__((aligned(16)))", " __attribute__((packed))"]


def layout(piece):
    """Sizes, alignments and offsets of random structs."""
    struct = Struct(piece.program, ["scalar", "bits", "array", "struct", "structs", "union", "pointer", "packed"])
    piece.gather(f"sizeof({struct.name})")
    piece.gather(f"_Alignof({struct.name})")
    for member in struct.members:
        if member.kind != "bits":
            piece.gather(f"offsetof({struct.name}, {member.name}) * {piece.rng.randint(1, 5)}u")
    tag = piece.fresh("G")
    inner = piece.rng.choice(["struct { char x; long y; };", "union { short s; double d; };", "struct { int : 0; char c : 3; };", "char none[0];"])
    piece.program.shared.append(f"struct {tag} {{ char a; {inner} long double q; }}{piece.rng.choice(ALIGNED)};")
    piece.gather(f"sizeof(struct {tag}) + offsetof(struct {tag}, q)")
    array, t = piece.fresh("o"), piece.rng.choice(SCALARS)
    piece.say(f"{struct.name} {array}[3]; {t} {array}s[4];")
    piece.gather(f"(char *)&{array}[{piece.index(3)}] - (char *){array}")
    piece.gather(f"&{array}s[{piece.index(4)}] - &{array}s[0] + sizeof {array} / sizeof {array}[0]")


def floats(piece):
    """Bits and conversions of floating point numbers."""
    x, u = piece.fresh("x"), piece.fresh("u")
    t, n = piece.rng.choice([("float", "uint32_t"), ("double", "uint64_t")])
    piece.say(f"{t} {x} = ({t})({piece.value()}) / {piece.rng.choice(['2', '4', '3', '10'])};")
    form = piece.rng.randrange(4)
    if form == 0:
        piece.say(f"{n} {u}; memcpy(&{u}, &{x}, sizeof {u});")
        piece.gather(f"{u} >> {piece.rng.choice([0, 8, 20])}")
    elif form == 1:
        piece.say(f"union {{ {t} f; {n} n; unsigned char c[sizeof({t})]; }} {u} = {{ {x} }};")
        piece.gather(f"{u}.n & 0xffffu")
        piece.gather(f"{u}.c[{piece.index(4)}]")
    elif form == 2:
        piece.say(f"struct {{ char k; {t} f[2]; }} {u} = {{ 1, {{ {x}, 2 }} }};")
        piece.gather(f"{u}.f[{piece.index(2)}] * 8")
    else:
        piece.gather(f"({x} < 1) + ({x} == (int){x}) * 2 + (int)({x} * 16)")
    piece.gather(f"(int){x}")


def large_objects(piece):
    """Objects of more than 64 KB, walked and measured."""
    o, p = piece.fresh("big"), piece.fresh("p")
    t, size, count = piece.rng.choice([("unsigned char", 1, 200000), ("int", 4, 40000), ("short", 2, 70000)])
    stride = piece.rng.choice([9001, 20000 // size, 65536 // size, 4096])
    if piece.chance(50):
        piece.say(f"static {t} {o}[{count}];")
    else:
        piece.say(f"{t} *{o} = calloc({count}, {size});")
    at = f"(a * {stride}u) % {count}u"
    piece.say(f"{t} *{p} = {o} + {at};")
    piece.say(f"*{p} = {piece.value()};")
    piece.gather(f"{o}[{at}]")
    piece.gather(f"({p} - {o}) % 251")
    piece.gather(f"*({t} *)((uintptr_t){o} + {at} * {size}u)")
    piece.gather(f"((uintptr_t){p} - (uintptr_t){o}) / {size}u % 13u")
    piece.gather(f"{o}[(b * {stride}u) % {count}u]")


def address_facts(piece):
    """What holds of the numbers of all addresses: alignment, order inside an object, disjoint objects."""
    t, o = piece.rng.choice(["int", "short", "long", "double", "unsigned char"]), piece.fresh("o")
    piece.say(f"static {t} {o}[4], {o}b[2];")
    if piece.chance(50):
        piece.say(f"{t} *{o}c = malloc(4 * sizeof *{o}c);")
    else:
        piece.say(f"{t} {o}c[4];")
    i, j = piece.index(4), piece.index(4)
    names = [o, f"{o}b", f"{o}c"]
    first, second = piece.rng.sample(names, 2)
    forms = [
        f"(uintptr_t)&{first}[1] % _Alignof({t})",
        f"(uintptr_t)&{o}[{i}] < (uintptr_t)&{o}[{j}]",
        f"&{o}[{i}] <= &{o}[{j}]",
        f"(uintptr_t)&{o}[3] - (uintptr_t)&{o}[{i}]",
        f"(uintptr_t)&{first}[1] == (uintptr_t)&{second}[0]",
        f"&{first}[1] != &{second}[1]",
        f"(uintptr_t){first} == 0",
        f"!{second}",
        f"(((uintptr_t)&{first}[0] < (uintptr_t)&{second}[0]) == ((uintptr_t)&{first}[1] < (uintptr_t)&{second}[1]))",
        f"((uintptr_t)&{o}[{i}] ^ (uintptr_t)&{o}[{i}])",
        f"(((uintptr_t)&{o}[{i}] >> 3) % 8u == ((uintptr_t)&{o}[{i}] / 8u) % 8u)",
    ]
    for form in piece.rng.sample(forms, 3):
        piece.gather(form)
    # A table indexed by a hash of an address: whatever the address, what is put there is found there.
    h = piece.fresh("hash")
    piece.say(f"static unsigned {h}[8];")
    piece.say(f"{h}[((uintptr_t)&{o}[{i}] >> 2) % 8u] = {piece.value()};")
    piece.gather(f"{h}[((uintptr_t)&{o}[{i}] >> 2) % 8u]")
