// args: --entry set --property default
// expect: unsafe
void set(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_assigns(__CPROVER_object_whole(p))
{
    p[0] = p[1] = p[2] = 0;
    __CPROVER_assert(__CPROVER_forall { int k; (0 <= k && k < 4) ==> p[k] == 0 }, "all are zero");
}
