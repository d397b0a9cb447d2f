// args: --entry count --property default
// expect: safe
unsigned count(unsigned n)
__CPROVER_requires(n < 1000)
__CPROVER_ensures(__CPROVER_return_value == 2 * n)
{
    unsigned i = 0, sum = 0;
    while (i < n)
    __CPROVER_assigns(i, sum)
    __CPROVER_loop_invariant(i <= n && sum == 2 * i)
    __CPROVER_decreases(n - i)
    {
        i++;
        sum += 2;
    }
    return sum;
}
