// args: --entry quarter --property default
// expect: safe
// The contract of the called function does not say that the result is not negative; its body does.
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
