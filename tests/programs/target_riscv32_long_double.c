// expect: safe
// args: --target riscv32-unknown-elf
// IEEE quadruple precision: 2^112 + 1 is kept.
void reach_error(void);
int main(void)
{
    long double big = 5192296858534827628530496329220096.0L;
    if (sizeof big != 16 || big + 1 == big || (char)-1 < 0)
        reach_error();
    return 0;
}
