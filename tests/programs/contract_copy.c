// args: --entry copy --property default
// expect: safe
void copy(int *to, const int *from)
__CPROVER_requires(__CPROVER_is_fresh(to, sizeof(int)))
__CPROVER_requires(__CPROVER_is_fresh(from, sizeof(int)))
__CPROVER_assigns(*to)
__CPROVER_ensures(*to == __CPROVER_old(*from))
__CPROVER_ensures(*from == __CPROVER_old(*from))
{
    *to = *from;
}
