// expect: safe
// A function that ends the program does so through a pointer too.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
extern int __VERIFIER_nondet_int(void);
void exit(int);
void abort(void);

int main(void)
{
    void (*end)(int) = exit;
    void (*fail)(void) = abort;
    if (__VERIFIER_nondet_int())
        end(0);
    else
        fail();
    __assert_fail("", "", 0, "");
    return 0;
}
