// expect: safe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  while (1) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(0);
  }
}
