/* What a percentage of a value is, and a table of such values. */
unsigned share(unsigned value, unsigned percent)
__CPROVER_requires(value <= 1000000 && percent <= 100)
__CPROVER_ensures(__CPROVER_return_value <= value)
{
    return value * percent / 100;
}

void fill(unsigned *table, unsigned value)
__CPROVER_requires(__CPROVER_is_fresh(table, 101 * sizeof(unsigned)))
__CPROVER_requires(value <= 1000000)
__CPROVER_assigns(__CPROVER_object_upto(table, 101 * sizeof(unsigned)))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 101) ==> table[k] <= value })
{
    for (unsigned i = 0; i <= 100; i++)
    __CPROVER_loop_invariant(i <= 101)
    __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < i) ==> table[k] <= value })
    {
        table[i] = share(value, i);
    }
}

unsigned rest(unsigned value, unsigned percent)
__CPROVER_requires(value <= 1000000)
__CPROVER_ensures(__CPROVER_return_value <= value)
{
    return value - share(value, percent);
}
