/* A value halved some times, and a table of such values. */
unsigned halved(unsigned value, unsigned times)
__CPROVER_requires(times < 32)
__CPROVER_ensures(__CPROVER_return_value <= value)
{
    return value >> times;
}

void fill(unsigned *table, unsigned value)
__CPROVER_requires(__CPROVER_is_fresh(table, 32 * sizeof(unsigned)))
__CPROVER_assigns(__CPROVER_object_upto(table, 32 * sizeof(unsigned)))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 32) ==> table[k] <= value })
{
    for (unsigned i = 0; i < 32; i++)
    __CPROVER_loop_invariant(i <= 32)
    __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < i) ==> table[k] <= value })
    {
        table[i] = halved(value, i);
    }
}

unsigned rest(unsigned value, unsigned times)
__CPROVER_ensures(__CPROVER_return_value <= value)
{
    return value - halved(value, times);
}
