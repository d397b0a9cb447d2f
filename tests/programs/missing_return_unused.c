// Without a use of the value a missing return is no matter; a value that is used was returned.
// expect: safe
// args: --property missing-return
extern int __VERIFIER_nondet_int(void);
static int count;
static int step(int x)
{
    count++;
    if (x > 0)
        return 1;
}
static int outer(int x)
{
    step(-1);
    (void)step(0);
    if (x > 5)
        return step(x);
    else
        return 0;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return outer(x);
}
