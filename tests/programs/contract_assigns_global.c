// args: --entry next --property default
// expect: safe
static unsigned count;
unsigned next(void)
__CPROVER_assigns(count)
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(count) + 1)
__CPROVER_ensures(count == __CPROVER_return_value)
{
    count = count + 1;
    return count;
}
