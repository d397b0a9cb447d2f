// expect: safe
// Complex numbers part by part; a real operand has no imaginary part.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
#define CHECK(x) ((x) ? (void)0 : __assert_fail(#x, "", 0, ""))
extern int __VERIFIER_nondet_int(void);

typedef _Complex double cd;
static cd table[2] = {1.0 + 2.0i, -3.0i};
struct pair { char tag; _Complex float z; } __attribute__((packed));
static struct pair held = {'x', 2.5f};

static cd twice(cd z) { return z * 2; }
static _Complex int whole(int re, int im) { _Complex int z; __real__ z = re; __imag__ z = im; return z; }
static int calls;
static cd *next(void) { calls++; return &table[1]; }

int main(void)
{
    cd a = table[0], b = table[1];
    CHECK(__real__ a == 1 && __imag__ a == 2);
    CHECK(a + b == 1.0 - 1.0i);
    CHECK(a * b == 6.0 - 3.0i);
    CHECK(~a == 1.0 - 2.0i && -a == -1.0 - 2.0i);
    CHECK(twice(a) == 2.0 + 4.0i);
    CHECK(1.0 / __imag__(3.0 - a) == -0.5);
    CHECK(a / 2 == 0.5 + 1.0i);
    a += b;
    CHECK(a == 1.0 - 1.0i);
    a++;
    CHECK(a-- == 2.0 - 1.0i && a == 1.0 - 1.0i);
    *next() *= 2;
    CHECK(calls == 1 && table[1] == -6.0i);
    if (!(b - b))
        CHECK(b ? 1 : 0);
    else
        CHECK(0);
    while (b)
        b = 0;
    double d = table[0];
    d += 1.0i;
    CHECK(d == 1 && (_Bool)1.0i);
    float f = held.z;
    CHECK(f == 2.5f && __imag__ held.z == 0 && sizeof held == 9);
    double *parts = (double *)&a;
    CHECK(parts[0] == 1 && parts[1] == -1);
    int n = __VERIFIER_nondet_int() & 15;
    _Complex int z = whole(n, 2);
    z *= z;
    CHECK(__real__ z == n * n - 4 && __imag__ z == 4 * n);
    CHECK((_Complex unsigned char)(z + 300) != z || n * n - 4 + 300 < 256);
    CHECK(__imag__ n == 0 && __real__ n == n);
    CHECK(__builtin_classify_type(a) == 9 && __builtin_classify_type(d) == 8);
    CHECK(__builtin_cimagf(held.z) == 0 && __builtin_conj(b) == b);
    return 0;
}
