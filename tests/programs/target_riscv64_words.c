// expect: safe
// args: --target riscv64
struct nameless { char c; int : 0; char d; };
void reach_error(void);
int main(void)
{
    unsigned long word = 0x1122334455667788;
    if (sizeof word != 8 || *(unsigned char *)&word != 0x88 || sizeof(struct nameless) != 5)
        reach_error();
    return 0;
}
