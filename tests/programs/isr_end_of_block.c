// A variable of a block ends while a handler knows its address.
// expect: unsafe
// args: --checks default --isr tick
static int *where;

void tick(void)
{
    if (where) *where = 3;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int x = 1;
        where = &x;
    }
    where = 0;
    return 0;
}
