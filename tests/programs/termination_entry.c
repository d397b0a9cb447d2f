// expect: safe
// args: --property termination --entry f
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned f(unsigned n) {
  unsigned s = 0;
  while (n) { s += n; n /= 2; }
  return s;
}
