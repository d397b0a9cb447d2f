// args: --entry f --property default
// expect: unknown
// What a contract calls might change something.
int level;
int set(void) { level = 5; return 1; }
int f(void)
__CPROVER_requires((set)())
__CPROVER_ensures(__CPROVER_return_value == 5)
{
    return level;
}
