// expect: unsafe
// Before the program stores its own address there, the variable points outside.
extern void reach_error(void);
extern int *p;
int x;
int main(void) {
  if (p && *p == 5) reach_error();
  p = &x;
  return *p;
}
