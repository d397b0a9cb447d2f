// expect: unsafe
// args: --property default
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    switch (__VERIFIER_nondet_int() & 3) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 3;
    }
    __builtin_unreachable();
}
