// expect: unsafe
// The same for a pointer inside an object from outside.
extern void reach_error(void);
struct s { int *q; };
struct s *get(void);
int x;
int main(void) {
  struct s *a = get();
  if (a && a->q && *a->q == 5) reach_error();
  if (a) a->q = &x;
  return 0;
}
