// expect: unsafe
// args: --target arm-none-eabi
// What assert of newlib calls.
__attribute__((noreturn)) void __assert_func(const char *, int, const char *, const char *);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (!(x != 7))
        __assert_func("f.c", 9, "main", "x != 7");
    return 0;
}
