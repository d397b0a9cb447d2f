// args: --entry nothing --property default
// expect: unsafe
int nothing(int x)
__CPROVER_ensures(0)
{
    return x;
}
