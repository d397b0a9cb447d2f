// expect: unsafe
// args: --property default
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int r = 0;
    switch (__VERIFIER_nondet_uchar()) {
        int x = 3;
    case 1:
        r = x;
    }
    return r;
}
