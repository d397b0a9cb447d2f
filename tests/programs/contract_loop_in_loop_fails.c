// args: --entry clear --property default
// expect: unsafe
void clear(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 16))
__CPROVER_assigns(__CPROVER_object_upto(p, 16))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 16) ==> p[k] == 0 })
{
    for (unsigned i = 0; i < 4; i++)
    __CPROVER_loop_invariant(i <= 4)
    {
        for (unsigned j = 0; j < 3; j++)
        __CPROVER_loop_invariant(j <= 3)
        {
            p[4 * i + j] = 0;
        }
    }
}
