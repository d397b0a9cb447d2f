// expect: unknown contract
// args: --entry f --property assert
// One clause is not read: the others do not vanish with it.
static int g;

int f(int x)
__CPROVER_requires(x > 0)
__CPROVER_frees(g)
__CPROVER_ensures(__CPROVER_return_value > 1)
{
    return x;
}
