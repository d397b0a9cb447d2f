// expect: safe
// args: --property valid-deref
// What is called ends before the literal does.
struct pair {
  int a, b;
};

static int sum(const struct pair *of) { return of->a + of->b; }

int main(void) {
  const struct pair *here = &(struct pair){1, 2};
  return sum(here) + sum(&(struct pair){3, 4});
}
