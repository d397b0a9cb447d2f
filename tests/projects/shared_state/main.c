// expect: safe
// Variables and structs of a header, defined in another file.
#include "state.h"
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  if (shared.level != 7 || mode != BUSY || lengths[2] != 30) reach_error();
  unsigned n = __VERIFIER_nondet_uint() % 4;
  fill(&shared, n);
  if (sum(&shared) != (int)(4 * n) || shared.self != &shared) reach_error();
  if (strlen("abc") != 3) reach_error();
  return 0;
}
