// expect: unsafe
// args: --property default
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_uchar() - 5;
  if (n > 100)
    return 0;
  int a[n];
  return sizeof a == 3;
}
