"""One random C program of scripts/reading-fuzz: its texts, its names, its random structs and objects.

A program is a few pieces. A piece is a function of two small inputs that computes a number; what it does on the way is
the feature under test. All arithmetic is unsigned, every pointer that is used was set before, and every index is inside its
array, so that most programs have no undefined behaviour; the sanitizers remove the others.
"""

SCALARS = ["unsigned char", "signed char", "unsigned short", "short", "unsigned", "int", "long", "unsigned long long"]
BIT_FIELDS = [("unsigned", 31), ("int", 31), ("unsigned char", 8), ("unsigned long long", 61), ("long long", 50), ("_Bool", 1)]


class Program:
    """The texts of a program, as they grow."""

    def __init__(self, rng, model):
        self.rng = rng
        self.model = model
        self.names = 0
        self.shared = []  # types and declarations, for every file
        self.top = []  # globals and functions of the first file
        self.second = []  # the second file, which invar reads too
        self.outside = []  # what only the native program has
        self.pieces = []  # names of the functions of the pieces
        self.features = []
        self.emitted = set()

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def once(self, key, text):
        """Puts a text in front of the functions, once."""
        if key not in self.emitted:
            self.emitted.add(key)
            self.top.append(text)

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def pointer_bits(self):
        return 64 if self.model == "LP64" else 32


class Piece:
    """The body of one piece while it is written."""

    def __init__(self, program):
        self.program = program
        self.rng = program.rng
        self.lines = []
        self.depth = 1

    def say(self, text):
        self.lines.append("    " * self.depth + text)

    def fresh(self, stem):
        return self.program.fresh(stem)

    def chance(self, percent):
        return self.program.chance(percent)

    def value(self):
        """A small unsigned number that depends on the inputs, or not."""
        c, d = self.rng.randint(1, 9), self.rng.randint(0, 40)
        forms = [f"a + {d}u", f"b + {d}u", f"a * {c}u + b", f"(a ^ {d}u)", f"(b << {c % 4}) + {d}u", f"{d}u", f"a + b * {c}u"]
        return self.rng.choice(forms)

    def index(self, length):
        """An index of an array, constant or from the inputs."""
        if self.chance(50):
            return str(self.rng.randrange(length))
        return f"({self.rng.choice(['a', 'b', 'a + b', 'a ^ b'])}) % {length}u"

    def condition(self):
        return self.rng.choice(["a > 2u", "b == 1u", "a < b", "(a & 1u)", "(a ^ b) & 2u", "b >= 2u"])

    def gather(self, expression):
        self.say(f"acc += {self.rng.choice([1, 3, 5, 7, 17])}u * (unsigned)({expression});")

    def block(self, head, body):
        """A statement with a block of its own."""
        self.say(head + " {")
        self.depth += 1
        body()
        self.depth -= 1
        self.say("}")

    def finish(self):
        name = self.fresh("piece")
        text = [f"static unsigned {name}(unsigned a, unsigned b) {{", "    unsigned acc = 1u;"]
        self.program.top.append("\n".join(text + self.lines + ["    return acc & 0xffffu;", "}"]))
        self.program.pieces.append(name)


class Member:
    """A member of a struct: scalar, bits, array, struct, structs, union, pointer, function."""

    def __init__(self, kind, name, type_name, count=0, inner=None):
        self.kind = kind
        self.name = name
        self.type_name = type_name
        self.count = count
        self.inner = inner

    def text(self):
        if self.kind == "bits":
            return f"{self.type_name} {self.name} : {self.count};"
        if self.kind in ("array", "structs"):
            return f"{self.type_name} {self.name}[{self.count}];"
        if self.kind == "function":
            return f"unsigned (*{self.name})(unsigned);"
        if self.kind == "union":
            inner = " ".join(member.text() for member in self.inner)
            return f"union {{ {inner} }} {self.name};"
        return f"{self.type_name} {self.name};"


class Struct:
    """A random struct type."""

    def __init__(self, program, kinds):
        rng = program.rng
        self.program = program
        self.name = f"struct {program.fresh('S')}"
        self.tag = self.name.split()[1]
        self.packed = "packed" in kinds and program.chance(30)
        self.members = []
        known = getattr(program, "structs", [])
        kinds = [kind for kind in kinds if kind != "packed"]
        for _ in range(rng.randint(2, 5)):
            kind = rng.choice(kinds)
            if kind in ("struct", "structs") and not known:
                kind = "scalar"
            self.members.append(self.member(kind, known))
        # A member of a packed struct may lie anywhere: no pointer to it is made.
        inner = [member.inner for member in self.members if member.kind in ("struct", "structs")]
        self.unaligned = self.packed or any(struct.unaligned for struct in inner)
        attribute = " __attribute__((packed))" if self.packed else ""
        text = " ".join(member.text() for member in self.members)
        program.shared.append(f"{self.name} {{ {text} }}{attribute};")
        program.structs = [*known, self]

    def member(self, kind, known):
        rng, program = self.program.rng, self.program
        name = program.fresh("m")
        if kind == "bits":
            type_name, widest = rng.choice(BIT_FIELDS)
            return Member(kind, name, type_name, rng.randint(1, widest))
        if kind == "array":
            return Member(kind, name, rng.choice(SCALARS), rng.randint(2, 4))
        if kind in ("struct", "structs"):
            inner = rng.choice(known)
            return Member(kind, name, inner.name, 2 if kind == "structs" else 0, inner)
        if kind == "union":
            first = Member("scalar", program.fresh("m"), rng.choice(["unsigned", "unsigned long long", "int"]))
            second = rng.choice(
                [
                    Member("scalar", program.fresh("m"), rng.choice(SCALARS)),
                    Member("array", program.fresh("m"), rng.choice(["unsigned char", "unsigned short"]), 2),
                ]
            )
            return Member(kind, name, "", 0, [first, second])
        if kind == "pointer":
            return Member(kind, name, f"{rng.choice(['unsigned', 'short', 'unsigned char'])} *")
        if kind == "function":
            return Member(kind, name, "")
        return Member("scalar", name, rng.choice(SCALARS))

    def leaf(self, piece, kinds, constant=False):
        """A random path to a member of one of the kinds: (path, member), or None."""
        for _ in range(30):
            found = self.descend(piece, constant)
            if found[1].kind in kinds:
                return found
        return None

    def descend(self, piece, constant):
        index = (lambda n: str(piece.rng.randrange(n))) if constant else piece.index
        member = piece.rng.choice(self.members)
        path = f".{member.name}"
        if member.kind == "array" and piece.chance(70):
            return f"{path}[{index(member.count)}]", Member("scalar", "", member.type_name)
        if member.kind == "structs":
            path += f"[{index(member.count)}]"
        if member.kind in ("struct", "structs"):
            below, leaf = member.inner.descend(piece, constant)
            return path + below, leaf
        if member.kind == "union":
            inner = piece.rng.choice(member.inner)
            path += f".{inner.name}"
            if inner.kind == "array":
                return f"{path}[{index(inner.count)}]", Member("union scalar", "", inner.type_name)
            return path, Member("union scalar", "", inner.type_name)
        return path, member

    def helper(self, kind):
        """A function over values of this type."""
        name = f"{kind}_{self.tag}"
        texts = {
            "get": f"static {self.name} {name}({self.name} *p) {{ return *p; }}",
            "put": f"static void {name}({self.name} *p, {self.name} v) {{ *p = v; }}",
            "same": f"static {self.name} *{name}({self.name} *p) {{ return p; }}",
            "copy": f"static {self.name} {name}({self.name} v) {{ {self.name} w = v; return w; }}",
        }
        self.program.once(name, texts[kind])
        return name


class Object:
    """An object of a struct type, zero at first, somewhere in memory."""

    def __init__(self, piece, struct, place=None):
        program = piece.program
        self.struct = struct
        self.pointers = set()  # paths of pointers and function pointers that are set
        place = place or piece.rng.choice(["global", "static", "local", "heap", "element", "element"])
        name = piece.fresh("o")
        self.expression = name
        if place == "global":
            program.top.append(f"{struct.name} {name};")
        elif place == "static":
            piece.say(f"static {struct.name} {name};")
        elif place == "local":
            piece.say(f"{struct.name} {name};")
            piece.say(f"memset(&{name}, 0, sizeof {name});")
        elif place == "heap":
            piece.say(f"{struct.name} *{name} = malloc(sizeof *{name});")
            piece.say(f"memset({name}, 0, sizeof *{name});")
            self.expression = f"(*{name})"
        else:
            piece.say(f"static {struct.name} {name}[3];")
            self.expression = f"{name}[{piece.rng.randrange(3)}]"
        self.place = place
