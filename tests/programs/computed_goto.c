// expect: safe
// Labels as values: tables of addresses, tables of distances, and a jump out of a block.
#include <assert.h>

static int run(const unsigned char *code)
{
    static void *const table[] = { &&stop, &&add, &&twice };
    static const int distance[] = { &&stop - &&stop, &&add - &&stop, &&twice - &&stop };
    int value = 1;
    {
        int hidden = 3;
        assert(table[1] == &&stop + distance[1]);
        goto *table[*code++];
    add:
        hidden = 5;
        value += hidden;
        goto *(&&stop + distance[*code++]);
    }
twice:
    value *= 2;
    goto *table[*code++];
stop:
    return value;
}

int main(void)
{
    static const unsigned char code[] = { 1, 2, 1, 0 };
    assert(run(code) == 17);
    return 0;
}
