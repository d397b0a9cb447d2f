"""Pieces about struct values, unions, bit-fields and arrays of structs: random types, random paths into them."""

from reading_pointers import travel
from reading_program import Object, Struct

READABLE = ("scalar", "bits", "union scalar")


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
