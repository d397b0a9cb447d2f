// expect: unsafe
// args: --property termination
// The inner loop ends, the outer one does not.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 0) {
    int y = x;
    while (y > 0) y--;
    x = y + x;
  }
  return 0;
}
