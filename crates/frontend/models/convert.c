// Strings to integers.

// helper: __invar_help_digit
// The value of a digit in bases up to 36; 36 for anything else.
int __invar_help_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

// helper: __invar_help_integer
// Reads blanks, a sign, a prefix and digits. The magnitude, at most `positive`, or `negative` after a minus
// sign; `*sign` is -1 after a minus sign, else 1, and twice that where the number was beyond the limit.
unsigned long long __invar_help_integer(const char *text, char **end, int base, int *sign,
                                        unsigned long long positive, unsigned long long negative)
{
    const char *at = text;
    unsigned long long limit = positive;
    unsigned long long value = 0;
    int digit;
    int large = 0;
    *sign = 1;
    if (base < 0 || base == 1 || base > 36) {
        __invar_state_errno = 22;
        return 0;
    }
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at == '-') {
        *sign = -1;
        limit = negative;
        at++;
    } else if (*at == '+') {
        at++;
    }
    if ((base == 0 || base == 16) && *at == '0' && (at[1] == 'x' || at[1] == 'X')
        && __invar_help_digit(at[2]) < 16) {
        base = 16;
        at += 2;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    digit = __invar_help_digit(*at);
    if (digit >= base) {
        if (end)
            *end = (char *)text;
        return 0;
    }
    while (digit < base) {
        if (!large) {
            large = value > (limit - (unsigned int)digit) / (unsigned int)base;
            value = large ? limit : value * (unsigned int)base + (unsigned int)digit;
        }
        at++;
        digit = __invar_help_digit(*at);
    }
    if (end)
        *end = (char *)at;
    if (large) {
        __invar_state_errno = 34;
        *sign = *sign < 0 ? -2 : 2;
    }
    return value;
}

// helper: __invar_help_long
long __invar_help_long(const char *text, char **end, int base)
{
    int sign;
    unsigned long long value
        = __invar_help_integer(text, end, base, &sign, __LONG_MAX__, (unsigned long)__LONG_MAX__ + 1);
    return sign < 0 ? (long)-value : (long)value;
}

// helper: __invar_help_long_long
long long __invar_help_long_long(const char *text, char **end, int base)
{
    int sign;
    unsigned long long value = __invar_help_integer(text, end, base, &sign, __LONG_LONG_MAX__,
                                                    (unsigned long long)__LONG_LONG_MAX__ + 1);
    return sign < 0 ? (long long)-value : (long long)value;
}

// helper: __invar_help_unsigned_long_long
// The limit stays the limit after a minus sign; smaller numbers are negated.
unsigned long long __invar_help_unsigned_long_long(const char *text, char **end, int base,
                                                   unsigned long long limit)
{
    int sign;
    unsigned long long value = __invar_help_integer(text, end, base, &sign, limit, limit);
    return sign == -1 ? -value : value;
}

// model: strtol
long __invar_model_strtol(const char *text, char **end, int base)
{
    return __invar_help_long(text, end, base);
}

// model: strtoll strtoq
long long __invar_model_strtoll(const char *text, char **end, int base)
{
    return __invar_help_long_long(text, end, base);
}

// model: strtoul
unsigned long __invar_model_strtoul(const char *text, char **end, int base)
{
    return (unsigned long)__invar_help_unsigned_long_long(text, end, base, -1ul);
}

// model: strtoull strtouq
unsigned long long __invar_model_strtoull(const char *text, char **end, int base)
{
    return __invar_help_unsigned_long_long(text, end, base, -1ull);
}

// model: atoi
int __invar_model_atoi(const char *text)
{
    return (int)__invar_help_long(text, 0, 10);
}

// model: atol
long __invar_model_atol(const char *text)
{
    return __invar_help_long(text, 0, 10);
}

// model: atoll
long long __invar_model_atoll(const char *text)
{
    return __invar_help_long_long(text, 0, 10);
}

// helper: __invar_help_real_text
// Where a number that is not read ends: anywhere in the text.
const char *__invar_help_real_text(const char *text)
{
    __invar_help_approximate();
    __invar_help_may_set_errno();
    while (*text && __VERIFIER_nondet_model_bool())
        text++;
    return text;
}

// model: strtod
double __invar_model_strtod(const char *text, char **end)
{
    const char *after = __invar_help_real_text(text);
    if (end)
        *end = (char *)after;
    return after == text ? 0 : __VERIFIER_nondet_model_double();
}

// model: strtof
float __invar_model_strtof(const char *text, char **end)
{
    const char *after = __invar_help_real_text(text);
    if (end)
        *end = (char *)after;
    return after == text ? 0 : (float)__VERIFIER_nondet_model_double();
}

// model: strtold
long double __invar_model_strtold(const char *text, char **end)
{
    const char *after = __invar_help_real_text(text);
    if (end)
        *end = (char *)after;
    return after == text ? 0 : __VERIFIER_nondet_model_longdouble();
}

// model: atof
double __invar_model_atof(const char *text)
{
    return __invar_help_real_text(text) == text ? 0 : __VERIFIER_nondet_model_double();
}
