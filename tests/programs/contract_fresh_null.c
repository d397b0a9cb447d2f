// args: --entry use --property default
// expect: unsafe
int there(const char *p, unsigned long n)
__CPROVER_requires(n < 10)
__CPROVER_requires(__CPROVER_is_fresh(p, n))
__CPROVER_ensures(__CPROVER_return_value == (p != 0));

int use(void)
{
    return there(0, 0);
}
