// args: --entry next --property default
// expect: unsafe
static unsigned count;
unsigned next(void)
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(count) + 1)
{
    count = count + 1;
    return count;
}
