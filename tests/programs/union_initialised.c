// expect: unsafe
// What the initialised member does not have is not cleared by every compiler.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
union number {
  char c;
  long l;
};
int main(void) {
  char c = __VERIFIER_nondet_int();
  union number u = {.c = c};
  assert(u.l == (unsigned char)c);
}
