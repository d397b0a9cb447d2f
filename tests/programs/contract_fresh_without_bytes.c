// args: --entry use --property default
// expect: unsafe
// Objects without bytes are different too.
int differ(const char *p, const char *q, unsigned long n)
__CPROVER_requires(n < 10)
__CPROVER_requires(__CPROVER_is_fresh(p, n))
__CPROVER_requires(__CPROVER_is_fresh(q, n))
__CPROVER_ensures(__CPROVER_return_value == (p != q));

int use(void)
__CPROVER_ensures(__CPROVER_return_value == 0)
{
    char c = 0;
    return differ(&c, &c, 0);
}
