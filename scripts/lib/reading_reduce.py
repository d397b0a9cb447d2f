"""Makes a program that shows a contradiction smaller: lines go as long as it still shows one."""


def body_lines(program):
    """Places of lines that may go: (text number, line number), the last first."""
    places = []
    for number, text in enumerate(program.top):
        lines = text.split("\n")
        for at, line in enumerate(lines):
            kept = line.startswith("    unsigned acc = ") or line.startswith("    return acc ")
            if line.startswith("    ") and not kept:
                places.append((number, at))
    return places[::-1]


def without(program, places):
    """The texts of the program without some lines."""
    gone = set(places)
    texts = []
    for number, text in enumerate(program.top):
        lines = text.split("\n")
        texts.append("\n".join(line for at, line in enumerate(lines) if (number, at) not in gone))
    return texts


def reduce(program, still_wrong, seconds_left):
    """Removes pieces, then halves, quarters and single lines; `still_wrong` judges the program as it is then."""
    for name in list(program.pieces):
        if len(program.pieces) > 1:
            pieces = program.pieces
            program.pieces = [piece for piece in pieces if piece != name]
            if not still_wrong():
                program.pieces = pieces
    size = max(1, len(body_lines(program)) // 2)
    while size >= 1:
        at = 0
        while True:
            places = body_lines(program)
            if at >= len(places) or not seconds_left():
                break
            before = program.top
            program.top = without(program, places[at : at + size])
            if not still_wrong():
                program.top = before
                at += size
        size //= 2
