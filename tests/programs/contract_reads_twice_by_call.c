// args: --entry sum --property default
// expect: unsafe
// The body of a function that only requires something is followed, twice.
static int get(const unsigned char *p, unsigned i)
__CPROVER_requires(i < 4)
{
    return p[i];
}

int sum(const unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_ensures(__CPROVER_return_value == 2 * p[0])
{
    return get(p, 0) + get(p, 1);
}
