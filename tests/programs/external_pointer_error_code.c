// expect: unsafe
// A pointer from outside may be an error code near the end of the address space.
extern void __VERIFIER_error(void);
extern void *acquire(void);

int main(void)
{
    void *p = acquire();
    if ((unsigned long)p >= (unsigned long)-4095L)
        __VERIFIER_error();
    return 0;
}
