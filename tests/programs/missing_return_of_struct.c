// The same for a struct.
// expect: unsafe
// args: --property missing-return
struct pair {
    int a, b;
};

static struct pair make(int x)
{
    struct pair made = {x, x};
    if (x)
        return made;
}

int main(void)
{
    return make(0).a;
}
