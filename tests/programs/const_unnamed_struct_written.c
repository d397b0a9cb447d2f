// expect: unsafe
// args: --property const-write
// The type has no name; the object is const all the same.
static const struct {
  int n;
  const char *text;
} rows[] = {{1, "a"}};

int main(void) {
  int *p = (int *)&rows[0].n;
  *p = 3;
  return 0;
}
