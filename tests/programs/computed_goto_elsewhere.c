// expect: unknown computed goto
// A jump to what is no label of the function.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    void *target = &&end;
    if (__VERIFIER_nondet_int()) {
        target = 0;
    }
    goto *target;
end:
    return 0;
}
