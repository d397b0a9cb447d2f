// expect: safe
// Two files with a `static` variable and function of the same name.
extern void reach_error(void);
void tick(void);
int ticks(void);
static int counter;
static void step(void) { counter += 2; }

int main(void) {
  step();
  for (int i = 0; i < 3; i++) tick();
  step();
  if (counter != 4 || ticks() != 3) reach_error();
  return 0;
}
