// expect: safe
// args: --property termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) ;
  return 0;
}
