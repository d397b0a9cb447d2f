// args: --entry count --property default
// expect: unsafe
// Each round reads another element.
int count(const int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4 * sizeof(int)))
__CPROVER_ensures(__CPROVER_return_value <= 1)
{
    int number = 0;
    for (int i = 0; i < 4; i++)
        number += p[i] > 5;
    return number;
}
