// args: --entry sum --property default
// expect: safe
// Variables of the function itself are not part of what others see.
int sum(const int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 2 * sizeof(int)))
__CPROVER_requires(p[0] >= 0 && p[0] < 100 && p[1] >= 0 && p[1] < 100)
__CPROVER_ensures(__CPROVER_return_value == p[0] + p[1])
{
    int copy[2];
    int *to = copy;
    for (int i = 0; i < 2; i++)
        *to++ = p[i];
    return copy[0] + copy[1];
}
