// expect: safe
// args: --property termination
// The result of the inner call may be anything.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char g(unsigned char m, unsigned char n) {
  if (m == 0) return n + 1;
  if (n == 0) return g(m - 1, 1);
  return g(m - 1, g(m, n - 1));
}
int main(void) { return g(__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()); }
