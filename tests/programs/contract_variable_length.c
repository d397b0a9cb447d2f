// args: --entry first --property default
// expect: safe
char first(const char *p, unsigned long n)
__CPROVER_requires(n > 0 && n < 100)
__CPROVER_requires(__CPROVER_is_fresh(p, n))
__CPROVER_ensures(__CPROVER_return_value == p[n - 1])
{
    return p[n - 1];
}
