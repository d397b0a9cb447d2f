// expect: safe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x > 9) goto b;
a:
  if (x == 0) return 0;
  x--;
  goto b;
b:
  if (x < 1) return 0;
  goto a;
}
