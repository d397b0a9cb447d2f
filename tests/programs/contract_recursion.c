// args: --entry depth --property default
// expect: safe
// The inner call is one by contract.
unsigned depth(unsigned x)
__CPROVER_requires(x <= 1000)
__CPROVER_ensures(__CPROVER_return_value == x)
{
    return x == 0 ? 0 : depth(x - 1) + 1;
}
