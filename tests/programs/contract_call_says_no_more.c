// args: --entry quarter --property default
// expect: unsafe
// The contract does not say that the result is not negative.
int half(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value <= x);

int quarter(int x)
__CPROVER_requires(x >= 0 && x < 100)
__CPROVER_ensures(0 <= __CPROVER_return_value)
{
    return half(x);
}
