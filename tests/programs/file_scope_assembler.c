// expect: unknown assembler outside of functions
// Assembler outside of functions may let `set` run before `main`.
#include <assert.h>
int v;
void set(void) { v = 7; }
__asm__(".pushsection .init_array,\"aw\"\n.quad set\n.popsection");
int main(void) { assert(v == 0); }
