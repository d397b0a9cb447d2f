// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    for (int i = 0; i < 2; i++)
        switch (i) {
            int x;
        case 0:
            x = 5;
            break;
        case 1:
            if (x != 5)
                __VERIFIER_error();
        }
    return 0;
}
