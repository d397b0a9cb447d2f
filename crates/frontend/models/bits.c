// Counting and turning bits. The counts of leading and trailing zeros of zero are undefined.

// model: __builtin_bswap16
unsigned short __invar_model___builtin_bswap16(unsigned short x)
{
    return (unsigned short)(x << 8 | x >> 8);
}

// model: __builtin_bswap32
unsigned int __invar_model___builtin_bswap32(unsigned int x)
{
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

// model: __builtin_bswap64
unsigned long long __invar_model___builtin_bswap64(unsigned long long x)
{
    x = (x & 0x00ff00ff00ff00ffull) << 8 | (x >> 8 & 0x00ff00ff00ff00ffull);
    x = (x & 0x0000ffff0000ffffull) << 16 | (x >> 16 & 0x0000ffff0000ffffull);
    return x << 32 | x >> 32;
}

// helper: __invar_help_ones
int __invar_help_ones(unsigned long long x)
{
    x = (x & 0x5555555555555555ull) + (x >> 1 & 0x5555555555555555ull);
    x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
    x = (x & 0x0f0f0f0f0f0f0f0full) + (x >> 4 & 0x0f0f0f0f0f0f0f0full);
    x = (x & 0x00ff00ff00ff00ffull) + (x >> 8 & 0x00ff00ff00ff00ffull);
    x = (x & 0x0000ffff0000ffffull) + (x >> 16 & 0x0000ffff0000ffffull);
    return (int)((x + (x >> 32)) & 127);
}

// helper: __invar_help_leading_zeros
// Of 64 bits; 64 for zero.
int __invar_help_leading_zeros(unsigned long long x)
{
    int n = 0;
    if (x == 0)
        return 64;
    if (x >> 32 == 0) {
        n += 32;
        x <<= 32;
    }
    if (x >> 48 == 0) {
        n += 16;
        x <<= 16;
    }
    if (x >> 56 == 0) {
        n += 8;
        x <<= 8;
    }
    if (x >> 60 == 0) {
        n += 4;
        x <<= 4;
    }
    if (x >> 62 == 0) {
        n += 2;
        x <<= 2;
    }
    if (x >> 63 == 0)
        n += 1;
    return n;
}

// helper: __invar_help_trailing_zeros
// 63 minus the position of the only bit of x & -x; 64 for zero.
int __invar_help_trailing_zeros(unsigned long long x)
{
    return x == 0 ? 64 : 63 - __invar_help_leading_zeros(x & -x);
}

// model: __builtin_popcount
int __invar_model___builtin_popcount(unsigned int x)
{
    return __invar_help_ones(x);
}

// model: __builtin_parity
int __invar_model___builtin_parity(unsigned int x)
{
    return __invar_help_ones(x) & 1;
}

// model: __builtin_clz
int __invar_model___builtin_clz(unsigned int x)
{
    if (x == 0)
        __builtin_unreachable();
    return __invar_help_leading_zeros(x) - (64 - 8 * (int)sizeof x);
}

// model: __builtin_ctz
int __invar_model___builtin_ctz(unsigned int x)
{
    if (x == 0)
        __builtin_unreachable();
    return __invar_help_trailing_zeros(x);
}

// model: __builtin_ffs ffs
int __invar_model___builtin_ffs(int x)
{
    return x == 0 ? 0 : __invar_help_trailing_zeros((unsigned long long)x) + 1;
}

// model: __builtin_clrsb
// How many bits after the sign equal it.
int __invar_model___builtin_clrsb(int x)
{
    unsigned int y = (unsigned int)(x < 0 ? ~x : x);
    return __invar_help_leading_zeros(y) - (64 - 8 * (int)sizeof x) - 1;
}

// model: __builtin_popcountl
int __invar_model___builtin_popcountl(unsigned long x)
{
    return __invar_help_ones(x);
}

// model: __builtin_parityl
int __invar_model___builtin_parityl(unsigned long x)
{
    return __invar_help_ones(x) & 1;
}

// model: __builtin_clzl
int __invar_model___builtin_clzl(unsigned long x)
{
    if (x == 0)
        __builtin_unreachable();
    return __invar_help_leading_zeros(x) - (64 - 8 * (int)sizeof x);
}

// model: __builtin_ctzl
int __invar_model___builtin_ctzl(unsigned long x)
{
    if (x == 0)
        __builtin_unreachable();
    return __invar_help_trailing_zeros(x);
}

// model: __builtin_ffsl ffsl
int __invar_model___builtin_ffsl(long x)
{
    return x == 0 ? 0 : __invar_help_trailing_zeros((unsigned long long)x) + 1;
}

// model: __builtin_clrsbl
// How many bits after the sign equal it.
int __invar_model___builtin_clrsbl(long x)
{
    unsigned long y = (unsigned long)(x < 0 ? ~x : x);
    return __invar_help_leading_zeros(y) - (64 - 8 * (int)sizeof x) - 1;
}

// model: __builtin_popcountll
int __invar_model___builtin_popcountll(unsigned long long x)
{
    return __invar_help_ones(x);
}

// model: __builtin_parityll
int __invar_model___builtin_parityll(unsigned long long x)
{
    return __invar_help_ones(x) & 1;
}

// model: __builtin_clzll
int __invar_model___builtin_clzll(unsigned long long x)
{
    if (x == 0)
        __builtin_unreachable();
    return __invar_help_leading_zeros(x) - (64 - 8 * (int)sizeof x);
}

// model: __builtin_ctzll
int __invar_model___builtin_ctzll(unsigned long long x)
{
    if (x == 0)
        __builtin_unreachable();
    return __invar_help_trailing_zeros(x);
}

// model: __builtin_ffsll ffsll
int __invar_model___builtin_ffsll(long long x)
{
    return x == 0 ? 0 : __invar_help_trailing_zeros((unsigned long long)x) + 1;
}

// model: __builtin_clrsbll
// How many bits after the sign equal it.
int __invar_model___builtin_clrsbll(long long x)
{
    unsigned long long y = (unsigned long long)(x < 0 ? ~x : x);
    return __invar_help_leading_zeros(y) - (64 - 8 * (int)sizeof x) - 1;
}

// model: __builtin_object_size __builtin_dynamic_object_size
// What gcc answers where it does not optimise: unknown, at most everything, at least nothing.
__SIZE_TYPE__ __invar_model___builtin_object_size(const void *object, int kind)
{
    return kind & 2 ? 0 : (__SIZE_TYPE__)-1;
}
