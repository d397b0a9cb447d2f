// expect: unknown variable of the program
// args: --entry caller --property default
// The check of `set` does not look at callers that give it the address of `x`.
int x;

void set(int *q)
__CPROVER_requires(__CPROVER_rw_ok(q, sizeof(int)))
__CPROVER_assigns(x)
__CPROVER_ensures(*q == __CPROVER_old(*q))
;

void set(int *q) {
    x = 1;
}

void caller(void)
__CPROVER_assigns(x)
__CPROVER_ensures(x == 0)
;

void caller(void) {
    x = 0;
    set(&x);
}
