// expect: unsafe
// args: --property valid-deref
struct context { int sum, n; };
int main(void) {
  int k = 0;
  struct context *p = (struct context *)&k;
  p->n = 1;
  return 0;
}
