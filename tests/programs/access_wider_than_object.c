// expect: unsafe
// args: --property default
int main(void) {
  short k = 0;
  int *p = (int *)&k;
  *p = 1;
  return 0;
}
