// expect: unknown
// An input of pointer type may be the address of any object whose address is taken.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
static int x = 5;
static int *kept;
int main(void)
{
    int *p = __VERIFIER_nondet_pointer();
    kept = &x;
    *p = 7;
    if (*kept == 7 && p != 0)
        reach_error();
    return 0;
}
