// args: --property default
// expect: safe
// The change is in an operand that is only evaluated where the other is not; and after a sequence point.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, *p = &x;
  int c = __VERIFIER_nondet_int() > 0;
  int sum = (c ? *p : 0) + (!c ? (*p = 2) : 1);
  int rest = (*p = 5, *p) + c;
  return *p && (*p)++ ? sum : rest;
}
