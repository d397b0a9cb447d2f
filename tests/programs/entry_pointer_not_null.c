// expect: safe
// args: --property default --entry set
int set(int *a) {
  if (!a) return -1;
  *a = 1;
  return 0;
}
