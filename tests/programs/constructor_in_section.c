// expect: unknown constructor
// A pointer in this section is called before main.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
static int ready;
static void prepare(void) { ready = 1; }
__attribute__((used, section(".init_array"))) static void (*const start)(void) = prepare;
int main(void) {
  if (ready) __assert_fail("!ready", "f.c", 1, "main");
  return 0;
}
