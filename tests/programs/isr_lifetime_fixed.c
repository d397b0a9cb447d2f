// The pointer is gone before its object.
// expect: safe
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
    target = 0;
}

int main(void)
{
    work();
    for (;;)
        ;
}
