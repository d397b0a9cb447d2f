// args: --property default
// expect: safe
// A bit-field has fewer bytes than its type.
struct inner { char x; unsigned a : 4; };
struct outer { struct inner b; char c; };
int main(void) {
  struct outer v = {{0, 0}, 0};
  struct outer *s = &v;
  s->c = s->b.a++;
  return 0;
}
