// expect: unknown compound literal that a pointer may outlive
// args: --property valid-deref
// The object is gone when the function has returned.
static int *make(void) { return &(int){3}; }

int main(void) { return *make() - 3; }
