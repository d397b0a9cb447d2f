// expect: unsafe
// args: --property termination
// No state need be repeated for long.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x > 1) {
    if (x % 2) x = x * 2; else x = x + 2;
    if (x < 2) x = 2;
  }
  return 0;
}
