// args: --entry move --property default
// expect: unsafe
// It also writes to what it moves from.
void move(int *to, int *from)
__CPROVER_requires(__CPROVER_is_fresh(to, sizeof(int)))
__CPROVER_requires(__CPROVER_is_fresh(from, sizeof(int)))
__CPROVER_assigns(*to)
__CPROVER_ensures(*to == __CPROVER_old(*from))
{
    *to = *from;
    *from = 0;
}
