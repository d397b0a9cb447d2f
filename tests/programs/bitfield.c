// expect: safe
extern void __VERIFIER_error(void);
struct flags {
    unsigned a : 3;
    int b : 4;
    _Bool c : 1;
};
int main(void) {
    struct flags f = {0};
    f.a = 9;
    f.b = 9;
    f.c = 4;
    if (f.a != 1 || f.b != -7 || f.c != 1)
        __VERIFIER_error();
    return 0;
}
