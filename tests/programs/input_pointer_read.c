// expect: unsafe
// An input of pointer type may lead to memory of code that is not there, also where integers carry pointers and one is
// compared with null in a variable.
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_error(void) __attribute__((noreturn));
void *malloc(unsigned long);
void free(void *);
struct font {
    long size[3];
    void *data;
};
static void *kept;
int main(void)
{
    struct font *font;
    void *null, *block, *data;
    unsigned long a, b, c;
    block = malloc(32);
    kept = block;
    font = __VERIFIER_nondet_pointer();
    null = (void *)0;
    a = (unsigned long)null;
    b = (unsigned long)font;
    if (b == a)
        return 1;
    c = b + 24;
    data = *((void **)c);
    if (__VERIFIER_nondet_pointer())
        font = block;
    free(font);
    __VERIFIER_error();
}
