// expect: safe
// args: --property unreach-call
// A test for zero and a comparison with zero agree on the number of an address.
extern void reach_error(void);
extern void *any(void);

struct holder {
    void *first;
    unsigned long code;
};

int main(void) {
    struct holder h;
    h.first = any();
    unsigned long code = (unsigned long)h.first;
    if (!code)
        code = 1;
    if (code == 0)
        reach_error();
    return 0;
}
