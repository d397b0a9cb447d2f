// args: --entry half --property default
// expect: unsafe
// Zero is its own half.
int half(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value < x)
{
    return x / 2;
}
