// expect: safe
// Found by csmith: a large local among others behind one pointer has a number of its own.
extern void __VERIFIER_error(void);
static void set(int *p) { *p = 7; }
int main(void) {
    int big[100], small = 1, other[100];
    other[3] = 2;
    set(&small);
    set(&big[99]);
    if (small != 7 || big[99] != 7 || other[3] != 2)
        __VERIFIER_error();
    return 0;
}
