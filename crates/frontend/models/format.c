// Formatted output: integers, characters and strings with flags, width and precision. Floating point only where
// the output is shown; pointers, wide characters and extensions are not modelled.

// helper: __invar_state_shown
// Stands for the standard output where a string is written elsewhere.
char __invar_state_shown[1];

// helper: __invar_state_counted
// Whether `%n` was met: output that fails before does not store the number.
int __invar_state_counted;

// helper: __invar_help_put
void __invar_help_put(char *to, __SIZE_TYPE__ limit, __SIZE_TYPE__ at, char c)
{
    if (__invar_shows_output() && to == __invar_state_shown)
        __invar_output((unsigned char)c);
    else if (at < limit)
        to[at] = c;
}

// helper: __invar_help_repeat
// Puts a character `count` times, if that is positive; where it ends.
__SIZE_TYPE__ __invar_help_repeat(char *to, __SIZE_TYPE__ limit, __SIZE_TYPE__ at, char c, int count)
{
    while (count > 0) {
        __invar_help_put(to, limit, at, c);
        at++;
        count--;
    }
    return at;
}

// helper: __invar_help_decimal
// The number at `*at`, which is moved after it; without digits it is zero.
int __invar_help_decimal(const char **at)
{
    int value = 0;
    while (**at >= '0' && **at <= '9') {
        if (value > 1000000)
            __invar_not_modelled();
        value = value * 10 + (**at - '0');
        (*at)++;
    }
    return value;
}

// helper: __invar_help_format_text
// `%s` and `%c`: `count` characters of `text` in a field of `width`, to the left if that is negative.
__SIZE_TYPE__ __invar_help_format_text(char *to, __SIZE_TYPE__ limit, __SIZE_TYPE__ at, const char *text,
                                       int count, int width)
{
    int i;
    at = __invar_help_repeat(to, limit, at, ' ', width - count);
    for (i = 0; i < count; i++) {
        __invar_help_put(to, limit, at, text[i]);
        at++;
    }
    return __invar_help_repeat(to, limit, at, ' ', -width - count);
}

// helper: __invar_help_format_number
// `%d` and its relatives. `sign` is the character before the number or zero; `kind` is the conversion;
// `fill` is '0' where zeros fill the field; a negative `precision` stands for none.
__SIZE_TYPE__ __invar_help_format_number(char *to, __SIZE_TYPE__ limit, __SIZE_TYPE__ at,
                                         unsigned long long value, char sign, char kind, int alternate,
                                         char fill, int width, int precision)
{
    char digits[22];
    unsigned int base = kind == 'x' || kind == 'X' ? 16 : kind == 'o' ? 8 : 10;
    unsigned int digit;
    int count = 0;
    int prefix = sign != 0;
    int zeros;
    int hexadecimal = alternate && base == 16 && value != 0;
    while (value != 0) {
        digit = (unsigned int)(value % base);
        digits[count] = (char)(digit < 10 ? '0' + digit : kind - ('x' - 'a') + (digit - 10));
        count++;
        value = value / base;
    }
    zeros = (precision < 0 ? 1 : precision) - count;
    if (alternate && base == 8 && zeros <= 0)
        zeros = 1;
    if (zeros < 0)
        zeros = 0;
    if (hexadecimal)
        prefix = 2;
    if (fill == '0' && precision < 0 && zeros < width - prefix - count)
        zeros = width - prefix - count;
    at = __invar_help_repeat(to, limit, at, ' ', width - prefix - zeros - count);
    if (sign)
        at = __invar_help_repeat(to, limit, at, sign, 1);
    if (hexadecimal) {
        at = __invar_help_repeat(to, limit, at, '0', 1);
        at = __invar_help_repeat(to, limit, at, kind, 1);
    }
    at = __invar_help_repeat(to, limit, at, '0', zeros);
    width = width < 0 ? -width - prefix - zeros - count : 0;
    while (count > 0) {
        count--;
        __invar_help_put(to, limit, at, digits[count]);
        at++;
    }
    return __invar_help_repeat(to, limit, at, ' ', width);
}

// helper: __invar_help_format_some
// A text of at most `most` characters, and at least one, in a field of `width`: which one is left open.
__SIZE_TYPE__ __invar_help_format_some(char *to, __SIZE_TYPE__ limit, __SIZE_TYPE__ at, int most, int width)
{
    int count = (int)(__VERIFIER_nondet_model_uint() % (unsigned int)most) + 1;
    unsigned char c;
    if (__invar_shows_output())
        __invar_not_modelled();
    __invar_help_approximate();
    if (width < 0)
        width = -width;
    if (count < width)
        count = width;
    while (count > 0) {
        c = __VERIFIER_nondet_model_uchar();
        __invar_help_put(to, limit, at, (char)(c ? c : 1));
        at++;
        count--;
    }
    return at;
}

// helper: __invar_help_format_real
// Floating point: the longest numbers have 309 digits before the point, those of `long double` 4933.
__SIZE_TYPE__ __invar_help_format_real(char *to, __SIZE_TYPE__ limit, __SIZE_TYPE__ at, char kind, int size,
                                       int width, int precision)
{
    int most = kind != 'f' && kind != 'F' ? 10 : size == 3 ? 4936 : 312;
    return __invar_help_format_some(to, limit, at, most + (precision < 0 ? 6 : precision), width);
}

// helper: __invar_help_format_fixed
// `%f`: the exact decimal digits, the last one rounded to nearest even.
__SIZE_TYPE__ __invar_help_format_fixed(char *to, __SIZE_TYPE__ limit, __SIZE_TYPE__ at, long double value, char sign,
                                        int alternate, char fill, int width, int precision)
{
    char digits[64];
    unsigned int fraction[40];
    unsigned long long whole;
    unsigned long long product;
    unsigned int half;
    int i;
    int j;
    int rest;
    int count = 0;
    int length;
    if (precision < 0)
        precision = 6;
    if (value != value || precision > 40)
        __invar_not_modelled();
    if (__builtin_signbit(value)) {
        value = -value;
        sign = '-';
    }
    if (value >= 18446744073709551616.0L)
        __invar_not_modelled();
    whole = (unsigned long long)value;
    value = value - whole;
    for (i = 0; i < 40; i++) {
        value = value * 4294967296.0L;
        fraction[i] = (unsigned int)value;
        value = value - fraction[i];
    }
    if (value != 0)
        __invar_not_modelled();
    for (i = 0; i < precision; i++) {
        product = 0;
        for (j = 39; j >= 0; j--) {
            product = (unsigned long long)fraction[j] * 10 + (product >> 32);
            fraction[j] = (unsigned int)product;
        }
        digits[i] = (char)('0' + (product >> 32));
    }
    half = 0x80000000u;
    rest = 0;
    for (j = 1; j < 40; j++)
        rest |= fraction[j] != 0;
    j = precision ? (digits[precision - 1] - '0') & 1 : (int)(whole & 1);
    if (fraction[0] > half || (fraction[0] == half && (rest || j))) {
        i = precision - 1;
        while (i >= 0 && digits[i] == '9') {
            digits[i] = '0';
            i--;
        }
        if (i >= 0)
            digits[i]++;
        else
            whole++;
    }
    product = whole;
    do {
        count++;
        product = product / 10;
    } while (product != 0);
    length = count + (sign != 0) + precision + (precision > 0 || alternate);
    if (fill == ' ')
        at = __invar_help_repeat(to, limit, at, ' ', width - length);
    if (sign)
        at = __invar_help_repeat(to, limit, at, sign, 1);
    if (fill == '0')
        at = __invar_help_repeat(to, limit, at, '0', width - length);
    for (i = count - 1; i >= 0; i--) {
        product = whole;
        for (j = 0; j < i; j++)
            product = product / 10;
        at = __invar_help_repeat(to, limit, at, (char)('0' + product % 10), 1);
    }
    if (precision > 0 || alternate)
        at = __invar_help_repeat(to, limit, at, '.', 1);
    for (i = 0; i < precision; i++)
        at = __invar_help_repeat(to, limit, at, digits[i], 1);
    return __invar_help_repeat(to, limit, at, ' ', -width - length);
}

// helper: __invar_help_format
// Writes at most `n` characters with the terminating zero; how many there would be without a limit.
int __invar_help_format(char *to, __SIZE_TYPE__ n, const char *format, __builtin_va_list arguments)
{
    __SIZE_TYPE__ limit = n ? n - 1 : 0;
    __SIZE_TYPE__ at = 0;
    while (*format) {
        int left = 0;
        int alternate = 0;
        int width = 0;
        int precision = -1;
        int size = 0;
        char fill = ' ';
        char sign = 0;
        char kind;
        if (*format != '%' || format[1] == '%') {
            if (*format == '%')
                format++;
            __invar_help_put(to, limit, at, *format);
            at++;
            format++;
            continue;
        }
        format++;
        while (*format == '-' || *format == '+' || *format == ' ' || *format == '#' || *format == '0') {
            if (*format == '-')
                left = 1;
            else if (*format == '#')
                alternate = 1;
            else if (*format == '0')
                fill = '0';
            else if (*format == '+' || sign == 0)
                sign = *format;
            format++;
        }
        if (*format == '*') {
            width = __builtin_va_arg(arguments, int);
            if (width > 1000000 || width < -1000000)
                __invar_not_modelled();
            format++;
        } else {
            width = __invar_help_decimal(&format);
        }
        if (left && width > 0)
            width = -width;
        if (left || width < 0)
            fill = ' ';
        if (*format == '.') {
            format++;
            if (*format == '*') {
                precision = __builtin_va_arg(arguments, int);
                if (precision > 1000000)
                    __invar_not_modelled();
                format++;
            } else {
                precision = __invar_help_decimal(&format);
            }
        }
        if (*format == 'h') {
            size = format[1] == 'h' ? -2 : -1;
            format += -size;
        } else if (*format == 'l') {
            size = format[1] == 'l' ? 2 : 1;
            format += size;
        } else if (*format == 'z' || *format == 't') {
            size = 1;
            format++;
        } else if (*format == 'j') {
            size = 2;
            format++;
        } else if (*format == 'L') {
            size = 3;
            format++;
        }
        kind = *format;
        if (size == 3 && kind != 'f' && kind != 'F' && kind != 'e' && kind != 'E' && kind != 'g' && kind != 'G')
            __invar_not_modelled();
        if (kind == 'd' || kind == 'i') {
            long long value;
            if (size == 2)
                value = __builtin_va_arg(arguments, long long);
            else if (size == 1)
                value = __builtin_va_arg(arguments, long);
            else
                value = __builtin_va_arg(arguments, int);
            if (size == -1)
                value = (short)value;
            else if (size == -2)
                value = (signed char)value;
            if (value < 0)
                at = __invar_help_format_number(to, limit, at, -(unsigned long long)value, '-', 'd', 0,
                                                fill, width, precision);
            else
                at = __invar_help_format_number(to, limit, at, (unsigned long long)value, sign, 'd', 0,
                                                fill, width, precision);
        } else if (kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            unsigned long long value;
            if (size == 2)
                value = __builtin_va_arg(arguments, unsigned long long);
            else if (size == 1)
                value = __builtin_va_arg(arguments, unsigned long);
            else
                value = __builtin_va_arg(arguments, unsigned int);
            if (size == -1)
                value = (unsigned short)value;
            else if (size == -2)
                value = (unsigned char)value;
            at = __invar_help_format_number(to, limit, at, value, 0, kind, alternate, fill, width,
                                            precision);
        } else if (kind == 'c' && size == 0 && fill == ' ') {
            char c = (char)__builtin_va_arg(arguments, int);
            at = __invar_help_format_text(to, limit, at, &c, 1, width);
        } else if (kind == 's' && size == 0 && fill == ' ') {
            const char *text = __builtin_va_arg(arguments, const char *);
            int count = 0;
            if (!text)
                __invar_not_modelled();
            while (count != precision && text[count]) {
                if (count == 0x7fffffff)
                    __invar_not_modelled();
                count++;
            }
            at = __invar_help_format_text(to, limit, at, text, count, width);
        } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G') {
            long double value;
            if (size == 3)
                value = __builtin_va_arg(arguments, long double);
            else
                value = __builtin_va_arg(arguments, double);
            if (kind != 'f' || !__invar_shows_output())
                at = __invar_help_format_real(to, limit, at, kind, size, width, precision);
            else
                at = __invar_help_format_fixed(to, limit, at, value, sign, alternate, fill, width, precision);
        } else if (kind == 'p' && size == 0) {
            const void *pointer = __builtin_va_arg(arguments, const void *);
            at = __invar_help_format_some(to, limit, at, 18, width);
        } else if (kind == 'n' && size == 0) {
            int *count = __builtin_va_arg(arguments, int *);
            __invar_state_counted = 1;
            *count = (int)at;
        } else {
            __invar_not_modelled();
        }
        format++;
    }
    if (at > 0x7fffffff)
        __invar_not_modelled();
    if (n)
        to[at < limit ? at : limit] = 0;
    return (int)at;
}

// helper: __invar_help_print
// Formatted output to a stream: the number of characters, or -1.
int __invar_help_print(int shown, const char *format, __builtin_va_list arguments)
{
    char nowhere[1];
    int count;
    __invar_state_counted = 0;
    count = __invar_help_format(shown ? __invar_state_shown : nowhere, 0, format, arguments);
    if (__invar_help_output_fails()) {
        if (__invar_state_counted)
            __invar_not_modelled();
        // Whether the stream can fail here is not known.
        __invar_help_approximate();
        return -1;
    }
    return count;
}

// model: printf __builtin_printf _IO_printf
int __invar_model_printf(const char *format, ...)
{
    __builtin_va_list arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __invar_help_print(__invar_shows_output(), format, arguments);
    __builtin_va_end(arguments);
    return count;
}

// model: vprintf __builtin_vprintf
int __invar_model_vprintf(const char *format, __builtin_va_list arguments)
{
    return __invar_help_print(__invar_shows_output(), format, arguments);
}

// model: fprintf __builtin_fprintf _IO_fprintf
int __invar_model_fprintf(void *stream, const char *format, ...)
{
    __builtin_va_list arguments;
    int count;
    __invar_help_stream(stream);
    __builtin_va_start(arguments, format);
    count = __invar_help_print(__invar_help_is_shown(stream), format, arguments);
    __builtin_va_end(arguments);
    return count;
}

// model: vfprintf __builtin_vfprintf _IO_vfprintf
int __invar_model_vfprintf(void *stream, const char *format, __builtin_va_list arguments)
{
    __invar_help_stream(stream);
    return __invar_help_print(__invar_help_is_shown(stream), format, arguments);
}

// model: sprintf __builtin_sprintf
int __invar_model_sprintf(char *to, const char *format, ...)
{
    __builtin_va_list arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __invar_help_format(to, (__SIZE_TYPE__)-1, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

// model: snprintf __builtin_snprintf
int __invar_model_snprintf(char *to, __SIZE_TYPE__ n, const char *format, ...)
{
    __builtin_va_list arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __invar_help_format(to, n, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

// model: vsprintf __builtin_vsprintf
int __invar_model_vsprintf(char *to, const char *format, __builtin_va_list arguments)
{
    return __invar_help_format(to, (__SIZE_TYPE__)-1, format, arguments);
}

// model: vsnprintf __builtin_vsnprintf
int __invar_model_vsnprintf(char *to, __SIZE_TYPE__ n, const char *format, __builtin_va_list arguments)
{
    return __invar_help_format(to, n, format, arguments);
}
