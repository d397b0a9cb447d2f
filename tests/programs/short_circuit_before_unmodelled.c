// Where the left operand decides, the right one, which is not modelled, does not matter.
// expect: unsafe
// args: --property unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
double sin(double);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x <= 3)
        return 0;
    check(x <= 3 && sin(x) > 0);
    return 0;
}
