// args: --property assert
// expect: unknown
// As unsequenced_through_pointer.c: a property that does not ask for the order does not choose one either.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {
  int x = 1, *p = &x;
  int sum = *p + (*p = 0, 3);
  if (sum != 4) __assert_fail("sum == 4", "f.c", 1, "main");
  return 0;
}
