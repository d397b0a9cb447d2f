// expect: unsafe
// args: --property default
// The second branch leaves the variable without a value.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int c = __VERIFIER_nondet_int(), error;
    if (c > 0)
        error = 3;
    return error;
}
