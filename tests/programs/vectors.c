// expect: safe
// Vectors element by element, in the type of the elements.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
#define CHECK(x) ((x) ? (void)0 : __assert_fail(#x, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(8)));
typedef short shorts __attribute__((vector_size(8)));
typedef float floats __attribute__((vector_size(8)));
typedef long long longs __attribute__((vector_size(16)));

static v4 start = {10, 20, 30};
struct tagged { char tag; v4 v; };
static struct tagged pair = {'p', {1, 2, 3, 4}};

static v4 sum(v4 a, const v4 *b) { return a + *b; }

int main(void)
{
    CHECK(sizeof(struct tagged) == 32 && _Alignof(v4) == 16);
    v4 a = sum(start, &pair.v);
    CHECK(a[0] == 11 && a[1] == 22 && a[2] == 33 && a[3] == 4);
    a -= 1;
    a = a * (v4){1, 2, 3, 4} / 2;
    CHECK(a[0] == 5 && a[1] == 21 && a[2] == 48 && a[3] == 6);
    v4 less = a < (v4){6, 6, 6, 6};
    CHECK(less[0] == -1 && less[1] == 0 && less[2] == 0 && less[3] == 0);
    a = ~a & 15;
    CHECK(a[0] == 10 && a[3] == 9);
    a <<= 2;
    CHECK(a[0] == 40 && (-a)[3] == -36);

    unsigned char c = __VERIFIER_nondet_uchar();
    bytes narrow = {c, 200, 255};
    bytes other = narrow + (bytes){1, 100, 1};
    CHECK(other[0] == (unsigned char)(c + 1) && other[1] == 44 && other[2] == 0);

    int i = __VERIFIER_nondet_int() & 3;
    a[i] = 77;
    CHECK(a[i] == 77 && (i == 1 || a[1] == (~21 & 15) << 2));

    union { v4 v; int e[4]; } u;
    u.v = pair.v;
    CHECK(u.e[2] == 3);
    longs wide = (longs)pair.v;
    CHECK(wide[0] == 0x200000001 && wide[1] == 0x400000003);
    shorts small = (shorts)0x0004000300020001LL;
    CHECK(small[0] == 1 && small[3] == 4 && (long long)(small + small) == 0x0008000600040002LL);
    floats f = {1.5f, 2};
    f = f * 2 - f;
    CHECK(f[0] == 1.5f && f[1] == 2 && (long long)f == 0x400000003fc00000LL);
    int *first = (int *)&pair.v;
    CHECK(first[3] == 4);
    return 0;
}
