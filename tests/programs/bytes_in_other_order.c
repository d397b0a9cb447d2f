// expect: unknown scalar_storage_order
// clang does not know the attribute that gcc stores numbers in another order for.
struct __attribute__((packed, scalar_storage_order("big-endian"))) header {
  unsigned char kind;
  unsigned short length;
};
int main(void) {
  struct header h = {1, 2};
  return ((unsigned char *)&h)[1];
}
