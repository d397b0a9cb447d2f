// expect: unsafe
// A function without a body returns any value, and the output says so.
extern int sensor(void);
extern void __VERIFIER_error(void);
int main(void) {
    if (sensor() == 3)
        __VERIFIER_error();
    return 0;
}
