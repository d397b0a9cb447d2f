// args: --entry next --property default
// expect: unsafe
// A variable that stays is part of the state, also where others do not know its name.
unsigned next(void)
__CPROVER_ensures(__CPROVER_return_value > 0)
{
    static unsigned count;
    count = count < 10 ? count + 1 : 1;
    return count;
}
