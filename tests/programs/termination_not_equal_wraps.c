// expect: safe
// args: --property termination
// Ends only because i wraps around.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  for (unsigned char i = 7; i != n; i++) ;
  return 0;
}
