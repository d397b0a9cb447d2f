// args: --entry call --property default
// expect: safe
// A pointer to a function that is const keeps its initial value, also in a table.
static int same(int x) { return x; }
static int (*const hook)(int) = same;
static int (*const table[2])(int) = {same, same};
int call(int n) { return hook(n) + 0 * table[n & 1](n & 7); }
