// Whether two pointers are equal, and what number an address is, is open where memory is forgotten.
// expect: unknown memory
// args: --property unreach-call --memory-reading forgotten
extern void reach_error(void);

int main(void)
{
    int a, b, *p = &a, *q = &b;
    if (p != q && (unsigned long)p != 0)
        reach_error();
    return 0;
}
