// expect: safe
// The first byte is the lowest one.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
union pun { unsigned word; unsigned char byte[4]; };
int main(void) {
    union pun u;
    u.word = (unsigned)__VERIFIER_nondet_int();
    unsigned char low = u.byte[0], high = u.byte[3];
    if (low != (u.word & 255) || high != u.word >> 24)
        __VERIFIER_error();
    u.byte[1] = 7;
    if (((u.word >> 8) & 255) != 7)
        __VERIFIER_error();
    return 0;
}
