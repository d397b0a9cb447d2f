// args: --entry depth --property default
// expect: unsafe
unsigned depth(unsigned x)
__CPROVER_requires(x <= 1000)
__CPROVER_ensures(__CPROVER_return_value == x)
{
    return x == 0 ? 1 : depth(x - 1) + 1;
}
