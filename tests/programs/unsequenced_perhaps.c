// One of the operands is not always evaluated: where it is, the order is open.
// expect: unsafe
// args: --property default
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int i = __VERIFIER_nondet_int() > 0, c = __VERIFIER_nondet_int();
    int k = i + (c && i++);
    return k > 3;
}
