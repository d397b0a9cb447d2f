// args: --property default
// expect: unsafe
// Two elements of an array, by indices that may be equal.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int list[3] = {1, 2, 3};
  int i = __VERIFIER_nondet_uchar() % 3, j = __VERIFIER_nondet_uchar() % 3;
  list[i] = list[j]++;
  return list[0];
}
