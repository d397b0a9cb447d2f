// expect: unsafe
// args: --property termination
// Nothing after the loop depends on it.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  while (x == 77) y = 1 - y;
  return 0;
}
