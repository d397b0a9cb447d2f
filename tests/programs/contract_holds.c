// args: --entry half --property default
// expect: safe
int half(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value <= x)
__CPROVER_ensures(2 * __CPROVER_return_value == x || 2 * __CPROVER_return_value == x - 1)
{
    return x / 2;
}
