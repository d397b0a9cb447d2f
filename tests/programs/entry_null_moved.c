// expect: unsafe
// args: --entry second --property default
// A pointer that the function makes of null is no object of a caller.
int second(const char *text) {
    const char *next = text + 1;
    return *next;
}
