// The handler comes after the end of the object that it points to.
// expect: unsafe
// args: --checks default --isr tick
static int *target;

void tick(void)
{
    if (target)
        *target = 1;
}

static void work(void)
{
    int local = 0;
    target = &local;
}

int main(void)
{
    work();
    for (;;)
        ;
}
