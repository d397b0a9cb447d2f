// expect: safe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  while (x > 0) {
    if (y > 0) y--;
    else { x--; y = __VERIFIER_nondet_uchar(); }
  }
  return 0;
}
