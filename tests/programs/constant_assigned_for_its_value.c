// expect: unsafe
// args: --checks default
// A constant struct must not change, also where the value of the assignment is used.
struct pair {
    int a, b;
};

static const struct pair fixed = {1, 2};

int main(void)
{
    struct pair d = {0, 0}, e;
    e = *(struct pair *)&fixed = d;
    return e.a;
}
