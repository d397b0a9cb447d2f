// expect: safe
// args: --property default
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int c = __VERIFIER_nondet_int(), value;
    (void)value;
    if (c)
        value = 1;
    return c && value;
}
