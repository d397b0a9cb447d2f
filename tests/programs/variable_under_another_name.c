// expect: unknown another name
// Both names mean one variable for the linker.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int counter = 5;
extern int alias_counter __asm__("counter");
int main(void) {
  alias_counter = 7;
  if (counter != 5) __assert_fail("counter == 5", "f.c", 1, "main");
  return 0;
}
