// expect: unsafe
// args: --property termination
// An odd n is never met.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  for (unsigned char i = 0; i != n; i += 2) ;
  return 0;
}
