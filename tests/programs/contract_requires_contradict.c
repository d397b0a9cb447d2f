// args: --entry never --property default
// expect: unknown
// No call keeps the requirements, so nothing that follows from them is proved.
int never(int x)
__CPROVER_requires(x > 0)
__CPROVER_requires(x < 0)
__CPROVER_ensures(__CPROVER_return_value == 5)
{
    return x;
}
