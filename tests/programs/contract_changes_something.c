// args: --entry f --property default
// expect: unknown
int level;
int f(void)
__CPROVER_requires((level = 5) == 5)
__CPROVER_ensures(__CPROVER_return_value == 5)
{
    return level;
}
