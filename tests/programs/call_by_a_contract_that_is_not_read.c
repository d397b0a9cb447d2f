// expect: unknown contract
// args: --entry f --property assert
// The requirement of the called function does not hold; another clause of its contract is not read.
static int g;
int outside(int x)
__CPROVER_requires(x > 0)
__CPROVER_frees(g)
__CPROVER_ensures(__CPROVER_return_value > 0);

int f(void)
__CPROVER_ensures(1)
{
    return outside(-3);
}
