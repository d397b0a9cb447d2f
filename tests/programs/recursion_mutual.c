// expect: safe
// Two functions that call each other: each summary is checked with that of the other.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int up(int n, int limit);
static int down(int n, int limit) { return n <= 0 ? n : up(n - 2, limit); }
static int up(int n, int limit) { return n >= limit ? n : down(n + 1, limit); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    if (down(n, 1000) > 1000)
        __VERIFIER_error();
    return 0;
}
