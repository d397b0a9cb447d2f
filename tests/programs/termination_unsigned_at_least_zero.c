// expect: unsafe
// args: --property termination
// i >= 0 always holds.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uchar();
  while (i >= 0) i--;
  return 0;
}
