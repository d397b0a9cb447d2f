// expect: unsafe
// args: --property no-overflow
int main(void)
{
    int n = 2147483647;
    __asm__("" : : "r"(n + 1));
    return 0;
}
