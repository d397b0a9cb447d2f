// args: --entry last --property default
// expect: unsafe
char last(const char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 3))
{
    return p[3];
}
