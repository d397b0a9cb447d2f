// A parameter ends while a handler knows its address.
// expect: unsafe
// args: --checks default --isr tick
static int *where;

void tick(void)
{
    if (where) *where = 3;
}

static int f(int a)
{
    where = &a;
    return a;
}

int main(void)
{
    int r = f(1);
    where = 0;
    return r;
}
