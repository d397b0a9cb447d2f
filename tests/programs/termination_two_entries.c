// expect: unsafe
// args: --property termination
// A loop with two entries and no head that all pass.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) goto b;
a:
  if (x == 0) return 0;
  goto b;
b:
  if (x < 0) return 0;
  goto a;
}
