// args: --entry clear --property default
// expect: safe
void clear(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 64))
__CPROVER_assigns(__CPROVER_object_upto(p, 64))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 64) ==> p[k] == 0 })
{
    for (unsigned i = 0; i < 8; i++)
    __CPROVER_loop_invariant(i <= 8)
    __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < 8 * i) ==> p[k] == 0 })
    {
        for (unsigned j = 0; j < 8; j++)
        __CPROVER_loop_invariant(j <= 8)
        __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < 8 * i + j) ==> p[k] == 0 })
        {
            p[8 * i + j] = 0;
        }
    }
}
