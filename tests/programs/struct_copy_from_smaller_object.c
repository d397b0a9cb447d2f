// expect: unsafe
// args: --property default
struct one { int a; };
struct two { int a, b; };
int main(void) {
  struct one k = {1};
  struct two t = *(struct two *)&k;
  return t.a == 1;
}
