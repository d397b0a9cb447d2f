// args: --entry set --property default
// expect: unsafe
// Some element is 1 only if the position is one of the first three.
void set(int *p, unsigned i)
__CPROVER_requires(__CPROVER_is_fresh(p, 4 * sizeof(int)))
__CPROVER_requires(i < 4)
__CPROVER_assigns(__CPROVER_object_upto(p, 4 * sizeof(int)))
__CPROVER_ensures(__CPROVER_exists { unsigned k; (0 <= k && k < 3) && p[k] == 1 })
{
    p[0] = p[1] = p[2] = p[3] = 0;
    p[i] = 1;
}
