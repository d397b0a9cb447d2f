// expect: unsafe
// The other file counts one too many: a body that is there is called, not any value assumed.
extern void reach_error(void);
extern int limit;
int count(int);
int (*chosen(void))(int);

int main(void) {
  if (chosen() != count) return 0;
  if (chosen()(limit) == limit + 1) reach_error();
  return 0;
}
