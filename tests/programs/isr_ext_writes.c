// What code that is not there writes, a handler uses.
// expect: unsafe
// args: --checks default --isr tick
static unsigned idx;
static int t[4];
extern void fill(unsigned *p);

void tick(void)
{
    t[idx & 7] = 1;
}

int main(void)
{
    fill(&idx);
    for(;;);
}
