// expect: unknown struct whose layout compilers do not agree on
// gcc gives the struct 8 bytes, clang 4.
#include <assert.h>

#pragma pack(push, 4)
struct s {
  unsigned char a;
  unsigned char b : 7 __attribute__((aligned(8)));
};
#pragma pack(pop)

int main(void) {
  char bytes[sizeof(struct s)];
  for (unsigned i = 0; i < sizeof(struct s); i++)
    bytes[i] = 1;
  assert(bytes[0] == 2);
  return 0;
}
