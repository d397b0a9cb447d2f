// expect: unsafe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int f(int n) {
  while (n == 5) ;
  return n <= 0 ? 0 : f(n - 1);
}
int main(void) { return f(__VERIFIER_nondet_int()); }
