// args: --property default
// expect: unsafe
// The counter and the target are one object if both pointers are equal.
int fill(int *position, int *target) {
  return *target = (*position)++;
}
int main(void) {
  int a = 1;
  return fill(&a, &a);
}
