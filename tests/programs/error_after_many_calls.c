// expect: unsafe
// Inlined, the calls make a large program. Runs that are led by their conditions get
// past them.
#include <assert.h>

extern unsigned input(void);

static unsigned count;

static void step(void) {
  unsigned x = input();
  if (x > 100)
    count++;
  else if (x == 7)
    count += 2;
}
static void s1(void) { step(); step(); }
static void s2(void) { s1(); s1(); }
static void s3(void) { s2(); s2(); }
static void s4(void) { s3(); s3(); }
static void s5(void) { s4(); s4(); }
static void s6(void) { s5(); s5(); }
static void s7(void) { s6(); s6(); }
static void s8(void) { s7(); s7(); }
static void s9(void) { s8(); s8(); }
static void s10(void) { s9(); s9(); }

int main(void) {
  s10();
  unsigned key = input();
  if (key * 3 == 38841) {
    unsigned other = input();
    if ((other ^ key) == 0x1234)
      assert(other != (12947u ^ 0x1234));
  }
}
