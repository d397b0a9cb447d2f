// args: --entry count --property default
// expect: unsafe
int count(const int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4 * sizeof(int)))
__CPROVER_ensures(__CPROVER_return_value <= 1)
{
    int number = 0, i = 0;
again:
    number += p[i] > 5;
    i++;
    if (i < 4)
        goto again;
    return number;
}
