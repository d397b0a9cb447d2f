// args: --property default
// expect: unsafe
// The conversion makes both indices equal.
int main(void) {
  int a[300] = {0};
  a[(unsigned char)256] = a[0]++;
  return 0;
}
