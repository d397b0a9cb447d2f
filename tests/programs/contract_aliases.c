// args: --entry use --property default
// expect: unsafe
// What must be fresh must not be the same twice.
void swap(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof(int)))
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof(int)))
__CPROVER_assigns(*a, *b)
__CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a));

int use(int x)
{
    int one = x;
    swap(&one, &one);
    return one;
}
