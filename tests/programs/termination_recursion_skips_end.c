// expect: unknown
// args: --property termination
// An odd n never gets to zero, not even around the end of the range.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int f(int n) { return n == 0 ? 0 : f(n - 2); }
int main(void) { return f(__VERIFIER_nondet_int()); }
