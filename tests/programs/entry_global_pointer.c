// expect: safe
// args: --property default --entry get
// Pointers that a caller left in variables and in structs lead to objects, like arguments.
struct context {
  int x;
};
static struct context *current;
void set(struct context *c) { current = c; }
struct pair {
  int n, *q;
};
int get(struct pair p) {
  if (p.q && *p.q) return 1;
  return current ? current->x : -1;
}
