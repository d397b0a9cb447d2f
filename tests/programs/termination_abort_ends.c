// expect: safe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
int main(void) {
  while (1) {
    if (__VERIFIER_nondet_int() >= 0) abort();
    else return 0;
  }
}
