// expect: unsafe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = 1;
  while (x) x = __VERIFIER_nondet_int();
  return 0;
}
