// An error in the handler that depends on what the program wrote last.
// expect: unsafe
// args: --checks default --isr tick
static unsigned position;
static int table[8];

void tick(void)
{
    table[position] = 1;
}

int main(void)
{
    position = 8;
    for (;;)
        ;
}
