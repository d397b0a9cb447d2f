static int counter;
static void step(void) { counter += 1; }
void tick(void) { step(); }
int ticks(void) { return counter; }
