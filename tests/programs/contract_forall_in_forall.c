// args: --entry sort --property default
// expect: unsafe
// Not sorted if the first is the largest.
void sort(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 3 * sizeof(int)))
__CPROVER_assigns(__CPROVER_object_whole(p))
__CPROVER_ensures(__CPROVER_forall { unsigned i; (0 <= i && i < 3) ==>
    (__CPROVER_forall { unsigned j; (i <= j && j < 3) ==> p[i] <= p[j] }) })
{
    if (p[1] > p[2]) {
        int t = p[1];
        p[1] = p[2];
        p[2] = t;
    }
}
