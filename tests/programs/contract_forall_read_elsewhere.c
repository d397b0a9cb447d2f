// args: --entry clear --property default
// expect: unsafe
// That one element is read says nothing about the other.
void clear(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 2 * sizeof(int)))
__CPROVER_assigns(__CPROVER_object_whole(p))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 2) ==> p[k] == 0 })
{
    if (p[1] == 0)
        p[0] = 0;
}
