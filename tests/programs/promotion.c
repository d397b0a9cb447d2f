// expect: safe
extern void __VERIFIER_error(void);
int main(void) {
    unsigned char a = 200, b = 100;
    if (a + b != 300)
        __VERIFIER_error();
    unsigned char c = a + b;
    if (c != 44)
        __VERIFIER_error();
    signed char s = (signed char)200;
    if (s != -56 || (unsigned)s != 4294967240u)
        __VERIFIER_error();
    if (-1 < 0u)
        __VERIFIER_error();
    short h = -1;
    unsigned short u = h;
    if (u != 65535 || h >> 1 != -1 || (unsigned short)(u >> 1) != 32767)
        __VERIFIER_error();
    return 0;
}
