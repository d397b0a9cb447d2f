// expect: unsafe
// Where a variable lies is open: also in the first four gigabytes.
extern void __VERIFIER_error(void);
static int counter;

int main(void)
{
    if ((unsigned long)&counter < 0x100000000UL)
        __VERIFIER_error();
    return 0;
}
