// expect: safe
// A string in a function is one object for all of its calls.
extern void reach_error(void);

static const char *name(const int *number) {
    return *number > 0 ? "yes" : "maybe not";
}

int main(void) {
    int one = 1, two = 2;
    const char *first = name(&one);
    const char *second = name(&two);
    if (first != second)
        reach_error();
    return 0;
}
