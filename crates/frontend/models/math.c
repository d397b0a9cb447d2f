// Functions of <math.h> whose last bits the standard leaves to the implementation. Only bounds of the results are known, so
// no violation is claimed after them (`__invar_help_approximate`). NaN and infinite arguments are as in C11 annex F.

// helper: __invar_help_between
// Any number in a range, and NaN where the argument is. What is too small may set `errno`.
double __invar_help_between(double x, double low, double high)
{
    double result = __VERIFIER_nondet_model_double();
    __invar_help_approximate();
    __invar_help_may_set_errno();
    if (x != x)
        return x;
    return result >= low && result <= high ? result : low;
}

// helper: __invar_help_unless
// NaN where `is_nan`, else a number in a range.
double __invar_help_unless(int is_nan, double low, double high)
{
    double result = __invar_help_between(0.0, low, high);
    return is_nan ? __builtin_nan("") : result;
}

// helper: __invar_help_power
double __invar_help_power(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (x > 0)
        return __invar_help_unless(y != y, 0.0, __builtin_inf());
    return __invar_help_unless(x != x || y != y || __VERIFIER_nondet_model_bool(), -__builtin_inf(), __builtin_inf());
}

// model: sin __builtin_sin
double __invar_model_sin(double x)
{
    return __invar_help_unless(x - x != 0, -1.0, 1.0);
}

// model: sinf __builtin_sinf
float __invar_model_sinf(float x)
{
    return (float)__invar_help_unless(x - x != 0, -1.0, 1.0);
}

// model: cos __builtin_cos
double __invar_model_cos(double x)
{
    return __invar_help_unless(x - x != 0, -1.0, 1.0);
}

// model: cosf __builtin_cosf
float __invar_model_cosf(float x)
{
    return (float)__invar_help_unless(x - x != 0, -1.0, 1.0);
}

// model: tan __builtin_tan
double __invar_model_tan(double x)
{
    return __invar_help_unless(x - x != 0, -__builtin_inf(), __builtin_inf());
}

// model: tanf __builtin_tanf
float __invar_model_tanf(float x)
{
    return (float)__invar_help_unless(x - x != 0, -__builtin_inf(), __builtin_inf());
}

// model: asin __builtin_asin
double __invar_model_asin(double x)
{
    return __invar_help_unless(!(x >= -1.0 && x <= 1.0), -1.5708, 1.5708);
}

// model: asinf __builtin_asinf
float __invar_model_asinf(float x)
{
    return (float)__invar_help_unless(!(x >= -1.0 && x <= 1.0), -1.5708, 1.5708);
}

// model: acos __builtin_acos
double __invar_model_acos(double x)
{
    return __invar_help_unless(!(x >= -1.0 && x <= 1.0), 0.0, 3.1416);
}

// model: acosf __builtin_acosf
float __invar_model_acosf(float x)
{
    return (float)__invar_help_unless(!(x >= -1.0 && x <= 1.0), 0.0, 3.1416);
}

// model: atan __builtin_atan
double __invar_model_atan(double x)
{
    return __invar_help_between(x, -1.5708, 1.5708);
}

// model: atanf __builtin_atanf
float __invar_model_atanf(float x)
{
    return (float)__invar_help_between(x, -1.5708, 1.5708);
}

// model: sinh __builtin_sinh
double __invar_model_sinh(double x)
{
    return __invar_help_unless(x != x, x >= 0 ? 0.0 : -__builtin_inf(), x <= 0 ? 0.0 : __builtin_inf());
}

// model: sinhf __builtin_sinhf
float __invar_model_sinhf(float x)
{
    return (float)__invar_help_unless(x != x, x >= 0 ? 0.0 : -__builtin_inf(), x <= 0 ? 0.0 : __builtin_inf());
}

// model: cosh __builtin_cosh
double __invar_model_cosh(double x)
{
    return __invar_help_unless(x != x, 1.0, __builtin_inf());
}

// model: coshf __builtin_coshf
float __invar_model_coshf(float x)
{
    return (float)__invar_help_unless(x != x, 1.0, __builtin_inf());
}

// model: tanh __builtin_tanh
double __invar_model_tanh(double x)
{
    return __invar_help_between(x, -1.0, 1.0);
}

// model: tanhf __builtin_tanhf
float __invar_model_tanhf(float x)
{
    return (float)__invar_help_between(x, -1.0, 1.0);
}

// model: exp __builtin_exp
double __invar_model_exp(double x)
{
    return __invar_help_unless(x != x, x > 0 ? 1.0 : 0.0, x < 0 ? 1.0 : __builtin_inf());
}

// model: expf __builtin_expf
float __invar_model_expf(float x)
{
    return (float)__invar_help_unless(x != x, x > 0 ? 1.0 : 0.0, x < 0 ? 1.0 : __builtin_inf());
}

// model: exp2 __builtin_exp2
double __invar_model_exp2(double x)
{
    return __invar_help_unless(x != x, x > 0 ? 1.0 : 0.0, x < 0 ? 1.0 : __builtin_inf());
}

// model: exp2f __builtin_exp2f
float __invar_model_exp2f(float x)
{
    return (float)__invar_help_unless(x != x, x > 0 ? 1.0 : 0.0, x < 0 ? 1.0 : __builtin_inf());
}

// model: expm1 __builtin_expm1
double __invar_model_expm1(double x)
{
    return __invar_help_unless(x != x, x > 0 ? 0.0 : -1.0, x < 0 ? 0.0 : __builtin_inf());
}

// model: expm1f __builtin_expm1f
float __invar_model_expm1f(float x)
{
    return (float)__invar_help_unless(x != x, x > 0 ? 0.0 : -1.0, x < 0 ? 0.0 : __builtin_inf());
}

// model: log __builtin_log
double __invar_model_log(double x)
{
    return __invar_help_unless(!(x >= 0), x >= 1.0 ? 0.0 : -__builtin_inf(), x <= 1.0 ? 0.0 : __builtin_inf());
}

// model: logf __builtin_logf
float __invar_model_logf(float x)
{
    return (float)__invar_help_unless(!(x >= 0), x >= 1.0 ? 0.0 : -__builtin_inf(), x <= 1.0 ? 0.0 : __builtin_inf());
}

// model: log2 __builtin_log2
double __invar_model_log2(double x)
{
    return __invar_help_unless(!(x >= 0), x >= 1.0 ? 0.0 : -__builtin_inf(), x <= 1.0 ? 0.0 : __builtin_inf());
}

// model: log2f __builtin_log2f
float __invar_model_log2f(float x)
{
    return (float)__invar_help_unless(!(x >= 0), x >= 1.0 ? 0.0 : -__builtin_inf(), x <= 1.0 ? 0.0 : __builtin_inf());
}

// model: log10 __builtin_log10
double __invar_model_log10(double x)
{
    return __invar_help_unless(!(x >= 0), x >= 1.0 ? 0.0 : -__builtin_inf(), x <= 1.0 ? 0.0 : __builtin_inf());
}

// model: log10f __builtin_log10f
float __invar_model_log10f(float x)
{
    return (float)__invar_help_unless(!(x >= 0), x >= 1.0 ? 0.0 : -__builtin_inf(), x <= 1.0 ? 0.0 : __builtin_inf());
}

// model: log1p __builtin_log1p
double __invar_model_log1p(double x)
{
    return __invar_help_unless(!(x >= -1.0), x >= 0 ? 0.0 : -__builtin_inf(), x <= 0 ? 0.0 : __builtin_inf());
}

// model: log1pf __builtin_log1pf
float __invar_model_log1pf(float x)
{
    return (float)__invar_help_unless(!(x >= -1.0), x >= 0 ? 0.0 : -__builtin_inf(), x <= 0 ? 0.0 : __builtin_inf());
}

// model: cbrt __builtin_cbrt
double __invar_model_cbrt(double x)
{
    return __invar_help_unless(x != x, x >= 0 ? 0.0 : -__builtin_inf(), x <= 0 ? 0.0 : __builtin_inf());
}

// model: cbrtf __builtin_cbrtf
float __invar_model_cbrtf(float x)
{
    return (float)__invar_help_unless(x != x, x >= 0 ? 0.0 : -__builtin_inf(), x <= 0 ? 0.0 : __builtin_inf());
}

// model: erf __builtin_erf
double __invar_model_erf(double x)
{
    return __invar_help_between(x, -1.0, 1.0);
}

// model: erff __builtin_erff
float __invar_model_erff(float x)
{
    return (float)__invar_help_between(x, -1.0, 1.0);
}

// model: erfc __builtin_erfc
double __invar_model_erfc(double x)
{
    return __invar_help_between(x, 0.0, 2.0);
}

// model: erfcf __builtin_erfcf
float __invar_model_erfcf(float x)
{
    return (float)__invar_help_between(x, 0.0, 2.0);
}

// model: tgamma __builtin_tgamma
double __invar_model_tgamma(double x)
{
    return __invar_help_unless(x != x || __VERIFIER_nondet_model_bool(), -__builtin_inf(), __builtin_inf());
}

// model: tgammaf __builtin_tgammaf
float __invar_model_tgammaf(float x)
{
    return (float)__invar_help_unless(x != x || __VERIFIER_nondet_model_bool(), -__builtin_inf(), __builtin_inf());
}

// model: lgamma __builtin_lgamma
double __invar_model_lgamma(double x)
{
    return __invar_help_unless(x != x, -__builtin_inf(), __builtin_inf());
}

// model: lgammaf __builtin_lgammaf
float __invar_model_lgammaf(float x)
{
    return (float)__invar_help_unless(x != x, -__builtin_inf(), __builtin_inf());
}

// model: atan2 __builtin_atan2
double __invar_model_atan2(double y, double x)
{
    return __invar_help_unless(x != x || y != y, -3.1416, 3.1416);
}

// model: atan2f __builtin_atan2f
float __invar_model_atan2f(float y, float x)
{
    return (float)__invar_help_unless(x != x || y != y, -3.1416, 3.1416);
}

// model: hypot __builtin_hypot
double __invar_model_hypot(double x, double y)
{
    return __invar_help_unless((x != x || y != y) && __VERIFIER_nondet_model_bool(), 0.0, __builtin_inf());
}

// model: hypotf __builtin_hypotf
float __invar_model_hypotf(float x, float y)
{
    return (float)__invar_help_unless((x != x || y != y) && __VERIFIER_nondet_model_bool(), 0.0, __builtin_inf());
}

// model: pow __builtin_pow
double __invar_model_pow(double x, double y)
{
    return __invar_help_power(x, y);
}

// model: powf __builtin_powf
float __invar_model_powf(float x, float y)
{
    return (float)__invar_help_power(x, y);
}

// model: fma __builtin_fma
double __invar_model_fma(double x, double y, double z)
{
    return __invar_help_unless(x != x || y != y || z != z || __VERIFIER_nondet_model_bool(), -__builtin_inf(), __builtin_inf());
}

// model: fmaf __builtin_fmaf
float __invar_model_fmaf(float x, float y, float z)
{
    return (float)__invar_help_unless(x != x || y != y || z != z || __VERIFIER_nondet_model_bool(), -__builtin_inf(), __builtin_inf());
}

// model: nextafter __builtin_nextafter
double __invar_model_nextafter(double x, double y)
{
    return __invar_help_unless(x != x || y != y, -__builtin_inf(), __builtin_inf());
}

// model: nextafterf __builtin_nextafterf
float __invar_model_nextafterf(float x, float y)
{
    return (float)__invar_help_unless(x != x || y != y, -__builtin_inf(), __builtin_inf());
}

// model: ldexp __builtin_ldexp
double __invar_model_ldexp(double x, int n)
{
    if (n == 0 || x - x != 0 || x == 0)
        return x;
    return (double)__invar_help_unless(0, x > 0 ? 0.0 : -__builtin_inf(), x < 0 ? 0.0 : __builtin_inf());
}

// model: frexp __builtin_frexp
double __invar_model_frexp(double x, int *exponent)
{
    *exponent = 0;
    if (x == 0)
        return x;
    *exponent = (int)(__VERIFIER_nondet_model_uint() % 2200u) - 1100;
    if (x - x != 0)
        return x;
    return (double)__invar_help_unless(0, x > 0 ? 0.5 : -1.0, x > 0 ? 1.0 : -0.5);
}

// model: modf __builtin_modf
double __invar_model_modf(double x, double *whole)
{
    *whole = __builtin_trunc(x);
    if (x != x)
        return x;
    return __builtin_copysign(x - x != 0 ? 0 : x - *whole, x);
}

// model: ldexpf __builtin_ldexpf
float __invar_model_ldexpf(float x, int n)
{
    if (n == 0 || x - x != 0 || x == 0)
        return x;
    return (float)__invar_help_unless(0, x > 0 ? 0.0 : -__builtin_inf(), x < 0 ? 0.0 : __builtin_inf());
}

// model: frexpf __builtin_frexpf
float __invar_model_frexpf(float x, int *exponent)
{
    *exponent = 0;
    if (x == 0)
        return x;
    *exponent = (int)(__VERIFIER_nondet_model_uint() % 2200u) - 1100;
    if (x - x != 0)
        return x;
    return (float)__invar_help_unless(0, x > 0 ? 0.5 : -1.0, x > 0 ? 1.0 : -0.5);
}

// model: modff __builtin_modff
float __invar_model_modff(float x, float *whole)
{
    *whole = __builtin_truncf(x);
    if (x != x)
        return x;
    return __builtin_copysignf(x - x != 0 ? 0 : x - *whole, x);
}
