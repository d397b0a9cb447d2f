// An index from a register needs a check.
// expect: unsafe
// args: --checks default
static volatile unsigned char index_register;
static int table[16];

int main(void)
{
    if (index_register < 16)
        return table[index_register];
    return 0;
}
