// args: --entry use --property default
// expect: unsafe
int half(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value <= x);

int use(int x)
__CPROVER_requires(x >= -1)
{
    return half(x);
}
