// args: --entry clear --property default
// expect: unsafe
void clear(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_assigns(__CPROVER_object_whole(p))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 4) ==> p[k] == 0 })
{
    for (unsigned i = 0; i < 3; i++)
        p[i] = 0;
}
