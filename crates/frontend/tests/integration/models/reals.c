/* Models of functions whose last bits are open: what the library returns is among the results that the model has. The model
 * is given the library's result as its choice, and must take it. */
#define REALS 1
#include "driver.h"
#include <dirent.h>
#include <math.h>
#include <stddef.h>
#include <sys/stat.h>
#include <time.h>

static double wanted;
static volatile float narrow;
static unsigned choice;

double __VERIFIER_nondet_model_double(void) { return wanted; }
long double __VERIFIER_nondet_model_longdouble(void) { return wanted; }
unsigned __VERIFIER_nondet_model_uint(void) { return choice; }
unsigned char __VERIFIER_nondet_model_uchar(void) { return (unsigned char)next(); }
_Bool __VERIFIER_nondet_model_bool(void) { return wanted != wanted; }
long __VERIFIER_nondet_model_long(void) { return (long)number(); }
__SIZE_TYPE__ __VERIFIER_nondet_model_size(void) { return (__SIZE_TYPE__)number(); }
void __invar_output(int c) { }
void __invar_not_modelled(void) { }

/* Special numbers are as likely as others. */
static double real(void)
{
    static const double special[] = {0, -0.0, 1, -1, 0.5, -2, 3, INFINITY, -INFINITY, NAN, 1e308, 5e-324, 709.9, -745.2};
    union {
        unsigned long long bits;
        double value;
    } any;
    switch (below(4)) {
    case 0: return special[below(sizeof special / sizeof *special)];
    case 1: return (double)(long long)number() / 1000;
    case 2: return (double)(int)(below(2000) - 1000) / 100;
    default: any.bits = (unsigned long long)next() << 32 | next(); return any.value == any.value ? any.value : NAN;
    }
}

static int same(double a, double b)
{
    return a != a ? b != b : a == b && signbit(a) == signbit(b);
}

static char place[64];

#define TEXT (snprintf(place, sizeof place, "%.17g, %.17g", x, y), place)
#define ONE(name) \
    do { \
        wanted = name(x); \
        CHECK(#name, same(__invar_model_##name(x), wanted), TEXT); \
        narrow = name##f((float)x); \
        wanted = narrow; \
        narrow = __invar_model_##name##f((float)x); \
        CHECK(#name "f", same(narrow, wanted), TEXT); \
    } while (0)
#define TWO(name) \
    do { \
        wanted = name(x, y); \
        CHECK(#name, same(__invar_model_##name(x, y), wanted), TEXT); \
        narrow = name##f((float)x, (float)y); \
        wanted = narrow; \
        narrow = __invar_model_##name##f((float)x, (float)y); \
        CHECK(#name "f", same(narrow, wanted), TEXT); \
    } while (0)

static void check_bounds(double x, double y)
{
    ONE(sin); ONE(cos); ONE(tan); ONE(asin); ONE(acos); ONE(atan); ONE(sinh); ONE(cosh); ONE(tanh);
    ONE(exp); ONE(exp2); ONE(expm1); ONE(log); ONE(log2); ONE(log10); ONE(log1p); ONE(cbrt); ONE(erf); ONE(erfc);
    ONE(tgamma); ONE(lgamma);
    TWO(atan2); TWO(hypot); TWO(pow); TWO(nextafter);
    wanted = fma(x, y, 1);
    CHECK("fma", same(__invar_model_fma(x, y, 1), wanted), TEXT);
}

static void check_parts(double x, double y)
{
    double whole, found;
    int exponent, other, n = (int)below(4200) - 2100;
    CHECK("modf", same(__invar_model_modf(x, &found), modf(x, &whole)) && same(found, whole), TEXT);
    wanted = frexp(x, &exponent);
    choice = (unsigned)(exponent + 1100);
    CHECK("frexp", same(__invar_model_frexp(x, &other), wanted) && other == exponent, TEXT);
    wanted = ldexp(x, n);
    CHECK("ldexp", same(__invar_model_ldexp(x, n), wanted), TEXT);
}

#define ALIKE(type, member, mirror, twin) \
    CHECK(#type, offsetof(struct type, member) == offsetof(struct mirror, twin), #member)

static void check_layouts(void)
{
#ifdef __x86_64__
    CHECK("stat", sizeof(struct stat) == sizeof(struct __invar_status), "size");
    ALIKE(stat, st_dev, __invar_status, device);
    ALIKE(stat, st_ino, __invar_status, number);
    ALIKE(stat, st_nlink, __invar_status, links);
    ALIKE(stat, st_mode, __invar_status, mode);
    ALIKE(stat, st_uid, __invar_status, user);
    ALIKE(stat, st_gid, __invar_status, group);
    ALIKE(stat, st_rdev, __invar_status, device_here);
    ALIKE(stat, st_size, __invar_status, size);
    ALIKE(stat, st_blksize, __invar_status, block_size);
    ALIKE(stat, st_blocks, __invar_status, blocks);
    ALIKE(stat, st_atim, __invar_status, times);
#endif
    CHECK("dirent", sizeof(struct dirent) == sizeof(struct __invar_entry), "size");
    ALIKE(dirent, d_type, __invar_entry, kind);
    ALIKE(dirent, d_name, __invar_entry, name);
    CHECK("tm", sizeof(struct tm) == sizeof(struct __invar_date), "size");
    ALIKE(tm, tm_yday, __invar_date, day_of_year);
    ALIKE(tm, tm_gmtoff, __invar_date, offset);
    ALIKE(tm, tm_zone, __invar_date, zone);
}

int main(void)
{
    int round;
    check_layouts();
    for (round = 0; round < ROUNDS; round++) {
        long later = (long)number(), earlier = (long)number();
        check_bounds(real(), real());
        check_parts(real(), 0);
        CHECK("difftime", __invar_model_difftime(later, earlier) == difftime(later, earlier), "");
    }
    return 0;
}
