// expect: unsafe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
volatile int flag;
int main(void) {
  while (!flag) ;
  return 0;
}
