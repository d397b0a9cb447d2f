// args: --property default
// expect: unsafe
// One operand reads what the other changes through the same pointer: compilers disagree about the sum.
int main(void) {
  int x = 1, *p = &x;
  int sum = *p + (*p = 0, 3);
  return sum;
}
