// args: --entry quarter --property default
// expect: unsafe
// The body would do, the contract does not say so: it counts.
int half(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value <= x)
{
    return x / 2;
}

int quarter(int x)
__CPROVER_requires(x >= 0 && x < 100)
__CPROVER_ensures(0 <= __CPROVER_return_value)
{
    return half(x);
}
