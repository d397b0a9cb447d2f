// Arithmetic that tells whether the exact result fits. It is stored modulo 2^width in any case.

// model: __builtin_uadd_overflow
_Bool __invar_model___builtin_uadd_overflow(unsigned int a, unsigned int b, unsigned int *result)
{
    unsigned int x = a + b;
    *result = x;
    return x < a;
}

// model: __builtin_sadd_overflow
_Bool __invar_model___builtin_sadd_overflow(int a, int b, int *result)
{
    int x = (int)((unsigned int)a + (unsigned int)b);
    *result = x;
    return ((a ^ x) & (b ^ x)) < 0;
}

// model: __builtin_usub_overflow
_Bool __invar_model___builtin_usub_overflow(unsigned int a, unsigned int b, unsigned int *result)
{
    unsigned int x = a - b;
    *result = x;
    return a < b;
}

// model: __builtin_ssub_overflow
_Bool __invar_model___builtin_ssub_overflow(int a, int b, int *result)
{
    int x = (int)((unsigned int)a - (unsigned int)b);
    *result = x;
    return ((a ^ b) & (a ^ x)) < 0;
}

// model: __builtin_umul_overflow
_Bool __invar_model___builtin_umul_overflow(unsigned int a, unsigned int b, unsigned int *result)
{
    unsigned long long x = (unsigned long long)a * b;
    *result = (unsigned int)x;
    return x >> 32 != 0;
}

// model: __builtin_smul_overflow
_Bool __invar_model___builtin_smul_overflow(int a, int b, int *result)
{
    long long x = (long long)a * b;
    *result = (int)x;
    return x != (int)x;
}

// model: __builtin_uaddl_overflow
_Bool __invar_model___builtin_uaddl_overflow(unsigned long a, unsigned long b, unsigned long *result)
{
    unsigned long x = a + b;
    *result = x;
    return x < a;
}

// model: __builtin_saddl_overflow
_Bool __invar_model___builtin_saddl_overflow(long a, long b, long *result)
{
    long x = (long)((unsigned long)a + (unsigned long)b);
    *result = x;
    return ((a ^ x) & (b ^ x)) < 0;
}

// model: __builtin_usubl_overflow
_Bool __invar_model___builtin_usubl_overflow(unsigned long a, unsigned long b, unsigned long *result)
{
    unsigned long x = a - b;
    *result = x;
    return a < b;
}

// model: __builtin_ssubl_overflow
_Bool __invar_model___builtin_ssubl_overflow(long a, long b, long *result)
{
    long x = (long)((unsigned long)a - (unsigned long)b);
    *result = x;
    return ((a ^ b) & (a ^ x)) < 0;
}

// model: __builtin_umull_overflow
_Bool __invar_model___builtin_umull_overflow(unsigned long a, unsigned long b, unsigned long *result)
{
#ifdef __SIZEOF_INT128__
    unsigned __int128 x = (unsigned __int128)a * b;
    *result = (unsigned long)x;
    return x >> 64 != 0;
#else
    unsigned long long x = (unsigned long long)a * b;
    *result = (unsigned long)x;
    return x >> 32 != 0;
#endif
}

// model: __builtin_smull_overflow
_Bool __invar_model___builtin_smull_overflow(long a, long b, long *result)
{
#ifdef __SIZEOF_INT128__
    __int128 x = (__int128)a * b;
    *result = (long)x;
    return x != (long)x;
#else
    long long x = (long long)a * b;
    *result = (long)x;
    return x != (long)x;
#endif
}

// model: __builtin_uaddll_overflow
_Bool __invar_model___builtin_uaddll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result)
{
    unsigned long long x = a + b;
    *result = x;
    return x < a;
}

// model: __builtin_saddll_overflow
_Bool __invar_model___builtin_saddll_overflow(long long a, long long b, long long *result)
{
    long long x = (long long)((unsigned long long)a + (unsigned long long)b);
    *result = x;
    return ((a ^ x) & (b ^ x)) < 0;
}

// model: __builtin_usubll_overflow
_Bool __invar_model___builtin_usubll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result)
{
    unsigned long long x = a - b;
    *result = x;
    return a < b;
}

// model: __builtin_ssubll_overflow
_Bool __invar_model___builtin_ssubll_overflow(long long a, long long b, long long *result)
{
    long long x = (long long)((unsigned long long)a - (unsigned long long)b);
    *result = x;
    return ((a ^ b) & (a ^ x)) < 0;
}

// model: __builtin_umulll_overflow
_Bool __invar_model___builtin_umulll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result)
{
#ifdef __SIZEOF_INT128__
    unsigned __int128 x = (unsigned __int128)a * b;
    *result = (unsigned long long)x;
    return x >> 64 != 0;
#else
    *result = a * b;
    return a != 0 && b > (unsigned long long)-1 / a;
#endif
}

// model: __builtin_smulll_overflow
_Bool __invar_model___builtin_smulll_overflow(long long a, long long b, long long *result)
{
#ifdef __SIZEOF_INT128__
    __int128 x = (__int128)a * b;
    *result = (long long)x;
    return x != (long long)x;
#else
    // The magnitudes are multiplied; a negative product may be one larger than the largest number.
    unsigned long long left = a < 0 ? -(unsigned long long)a : (unsigned long long)a;
    unsigned long long right = b < 0 ? -(unsigned long long)b : (unsigned long long)b;
    unsigned long long limit = ((unsigned long long)-1 >> 1) + ((a < 0) != (b < 0));
    *result = (long long)((unsigned long long)a * (unsigned long long)b);
    return left != 0 && right > limit / left;
#endif
}
