// expect: safe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int odd(int n);
int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
int main(void) { return even(__VERIFIER_nondet_int()); }
