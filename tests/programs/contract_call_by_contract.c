// args: --entry quarter --property default
// expect: safe
int half(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= x);

int quarter(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= x)
{
    return half(half(x));
}
