// expect: safe
// args: --property default
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_uchar() - 5;
  if (n <= 0 || n > 100)
    return 0;
  int a[n];
  a[n - 1] = 3;
  return a[n - 1] == 3;
}
