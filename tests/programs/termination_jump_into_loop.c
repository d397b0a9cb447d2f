// expect: unsafe
// args: --property termination
// The jump leads around the head of the loop.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1;
  if (x == 5) goto inside;
  while (x > 0) {
    x--;
inside:
    if (y) goto inside;
  }
  return 0;
}
