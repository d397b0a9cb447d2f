// expect: safe
// Each call of a small function is analysed on its own: the blocks that `zeroed` returns are of two kinds, and what
// `cleared` writes has two sizes.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct name {
    int length;
    char *text;
};

struct row {
    long cells[3];
    short used;
};

static void *zeroed(unsigned long size) {
    void *block = calloc(1, size);
    if (!block)
        abort();
    return block;
}

static void *cleared(void *block, unsigned long size) {
    return memset(block, 0, size);
}

int main(void) {
    struct name *name = zeroed(sizeof *name);
    struct row *row = zeroed(sizeof *row);
    int number;
    char *text;
    cleared(&number, sizeof number);
    cleared(&text, sizeof text);
    name->length = __VERIFIER_nondet_int();
    row->used = 7;
    if (number != 0 || text != 0 || name->text != 0)
        reach_error();
    if (row->cells[1] != 0 || row->used != 7)
        reach_error();
    free(name);
    free(row);
    return 0;
}
