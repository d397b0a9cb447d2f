// args: --entry sum --property default
// expect: safe
int sum(const int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 3 * sizeof(int)))
__CPROVER_requires(__CPROVER_forall { int k; (0 <= k && k < 3) ==> (0 <= p[k] && p[k] < 10) })
__CPROVER_ensures(__CPROVER_return_value < 30)
{
    return p[0] + p[1] + p[2];
}
