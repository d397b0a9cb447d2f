// expect: unsafe
// The second round enters the block after the declaration: b must not keep the value of the first.
extern void __VERIFIER_error(void);
int main(void) {
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            goto inside;
        {
            int b = 7;
        inside:
            if (b != 7)
                __VERIFIER_error();
        }
    }
    return 0;
}
