// args: --entry aligned --property default
// expect: unsafe
// A caller may pass any part of an array.
int aligned(const char *p, unsigned long n)
__CPROVER_requires(n > 0 && n < 10)
__CPROVER_requires(__CPROVER_is_fresh(p, n))
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    return (unsigned long)p % 16 == 0;
}
