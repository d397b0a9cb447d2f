// args: --entry use --property default
// expect: unsafe
// One element is not as the call requires.
int first(const int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 3 * sizeof(int)))
__CPROVER_requires(__CPROVER_forall { int k; (0 <= k && k < 3) ==> p[k] > 0 })
__CPROVER_ensures(__CPROVER_return_value > 0);

int use(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value > 0)
{
    int values[3] = {1, 1, 1};
    values[2] = x;
    return first(values);
}
