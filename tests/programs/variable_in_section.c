// expect: safe
// A section that nothing runs.
#include <assert.h>
static const char licence[] __attribute__((used, section(".modinfo"))) = "licence=GPL";
int main(void) {
  assert(licence[0] == 'l');
  return 0;
}
