// Formatted input: integers, characters, strings and floating point. A stream holds anything, so a conversion from a
// stream stores any value that it can have, whatever was read before; a string is read exactly, floating point left out.
// Pointers, wide characters, sets of several characters, allocated strings and numbers out of range are not modelled.

// helper: __invar_help_is_blank
int __invar_help_is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// helper: __invar_help_scanned
// The result where a stream gives no more: the items so far, or -1 if the input ended before the first conversion.
// `differs` says whether it may have gone on with something else.
int __invar_help_scanned(int count, int differs)
{
    __invar_help_may_set_errno();
    __invar_state_ended = 1;
    if (differs && __VERIFIER_nondet_model_bool())
        return count;
    return count ? count : -1;
}

// helper: __invar_help_scan_any
// Any number that `width` characters can mean; zero is no limit.
long long __invar_help_scan_any(char kind, int size, int width)
{
    unsigned int limit = 1;
    unsigned int value;
    // 64 bits have 22 octal digits.
    if (width == 0 || width >= (kind == 'o' ? 22 : 20) || (size <= 0 && width >= 11))
        return (long long)(((unsigned long long)__VERIFIER_nondet_model_uint() << 32) | __VERIFIER_nondet_model_uint());
    if (width > 9 || (kind != 'd' && kind != 'u'))
        __invar_not_modelled();
    while (width > 1) {
        limit = limit * 10;
        width--;
    }
    value = __VERIFIER_nondet_model_uint() % (limit * 10);
    // A sign is a character too.
    if (value < limit && limit > 1 && __VERIFIER_nondet_model_bool())
        return -(long long)value;
    return value;
}

// helper: __invar_help_scan_store
// Stores an integer of the size that the format says.
void __invar_help_scan_store(void *to, int size, long long value)
{
    if (size == 2)
        *(long long *)to = value;
    else if (size == 1)
        *(long *)to = (long)value;
    else if (size == 0)
        *(int *)to = (int)value;
    else if (size == -1)
        *(short *)to = (short)value;
    else
        *(signed char *)to = (signed char)value;
}

// helper: __invar_help_scan_single
// Any number, infinity or quiet NaN.
float __invar_help_scan_single(void)
{
    unsigned int i;
    float value;
    for (i = 0; i < sizeof value; i++)
        ((unsigned char *)&value)[i] = __VERIFIER_nondet_model_uchar();
    if (value != value)
        ((unsigned char *)&value)[2] |= 0x40;
    return value;
}

// helper: __invar_help_scan_double
double __invar_help_scan_double(void)
{
    unsigned int i;
    double value;
    for (i = 0; i < sizeof value; i++)
        ((unsigned char *)&value)[i] = __VERIFIER_nondet_model_uchar();
    if (value != value)
        ((unsigned char *)&value)[6] |= 0x08;
    return value;
}

// helper: __invar_help_scan_looks
// What is read may be followed by the end of the input, which the conversion meets.
void __invar_help_scan_looks(void)
{
    __invar_help_may_set_errno();
    if (__VERIFIER_nondet_model_bool())
        __invar_state_ended = 1;
}

// helper: __invar_help_scan_ends
// Whether a stream does not go on as the format wants it.
int __invar_help_scan_ends(void)
{
    __invar_help_scan_looks();
    return __VERIFIER_nondet_model_bool();
}

// helper: __invar_help_scan_text
// Stores what a stream gives: `width` characters for `%c`; for others at least one and at most `width`, zero being no
// limit, none of them blank for `%s` nor equal to `other`, and a zero. After blanks were skipped the first is not blank.
void __invar_help_scan_text(char *to, char kind, int width, int other, int skipped)
{
    int i = 0;
    int more = 1;
    int c;
    while (more) {
        c = __VERIFIER_nondet_model_uchar();
        if (c == other || ((kind == 's' || (skipped && i == 0)) && __invar_help_is_blank(c)))
            c = other == '!' ? '?' : '!';
        to[i] = (char)c;
        if (i == 0x7ffffffe)
            __invar_not_modelled();
        i++;
        if (i == width)
            more = 0;
        else if (kind == 'c') {
            // The input may end inside.
            if (__VERIFIER_nondet_model_bool())
                __invar_not_modelled();
        } else
            more = __VERIFIER_nondet_model_bool();
    }
    if (kind != 'c')
        to[i] = 0;
}

// helper: __invar_help_scan_integer
// Reads an integer of at most `width` characters; null where there is none. What does not fit is not modelled.
const char *__invar_help_scan_integer(const char *from, char kind, int size, int width, long long *value)
{
    int base = kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
    int negative = 0;
    int digits = 0;
    int bits = size == 2 ? 64 : size == 1 ? (int)sizeof(long) * 8 : size == 0 ? 32 : size == -1 ? 16 : 8;
    int digit;
    unsigned long long number = 0;
    unsigned long long limit = ~0ull >> (64 - bits);
    if (width == 0)
        width = 0x7fffffff;
    if (*from == '-' || *from == '+') {
        negative = *from == '-';
        from++;
        width--;
    }
    if ((base == 0 || base == 16) && width > 0 && *from == '0') {
        if (width > 1 && (from[1] == 'x' || from[1] == 'X')) {
            if (width == 2 || __invar_help_digit(from[2]) >= 16)
                __invar_not_modelled();
            base = 16;
            from += 2;
            width -= 2;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }
    digit = __invar_help_digit(*from);
    while (width > 0 && digit < base) {
        if (number > (limit - (unsigned int)digit) / (unsigned int)base)
            __invar_not_modelled();
        number = number * (unsigned int)base + (unsigned int)digit;
        from++;
        width--;
        digits++;
        digit = __invar_help_digit(*from);
    }
    if (digits == 0)
        return 0;
    if ((kind == 'd' || kind == 'i') && number > (limit >> 1) + (unsigned int)negative)
        __invar_not_modelled();
    *value = (long long)(negative ? -number : number);
    return from;
}

// helper: __invar_help_goes_on
// Whether a number of some kind goes on with a character.
int __invar_help_goes_on(char c)
{
    return __invar_help_digit(c) < 36 || c == '+' || c == '-' || c == '.';
}

// helper: __invar_help_scan
// The number of items that are assigned; -1 where the input ends before the first one. Reads the string `from`, or a
// stream where `stream` is not zero.
int __invar_help_scan(int stream, const char *from, const char *format, __builtin_va_list arguments)
{
    const char *start = from;
    int count = 0;
    // What a stream goes on with depends on what was read: 1 after blanks, 2 after a number, 3 after a string, 4 after
    // characters of a set, which end at `last`.
    int before = 0;
    int last = -1;
    while (*format) {
        int assigned = 1;
        int size = 0;
        int width;
        int other = -1;
        char kind;
        if (__invar_help_is_blank(*format)) {
            if (stream && before == 4)
                __invar_not_modelled();
            before = 1;
            if (stream)
                __invar_help_scan_looks();
            while (!stream && __invar_help_is_blank(*from))
                from++;
            format++;
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                format++;
                while (!stream && __invar_help_is_blank(*from))
                    from++;
            }
            if (stream) {
                if (before == 3 || (before == 2 && __invar_help_goes_on(*format)) || (before == 4 && *format != last))
                    __invar_not_modelled();
                if (__invar_help_scan_ends())
                    return __invar_help_scanned(count, 1);
                before = 0;
            } else {
                if (!*from)
                    return count ? count : -1;
                if (*from != *format)
                    return count;
                from++;
            }
            format++;
            continue;
        }
        format++;
        if (*format == '*') {
            assigned = 0;
            format++;
        }
        width = __invar_help_decimal(&format);
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
        }
        kind = *format;
        format++;
        if (kind == '[') {
            // All characters but one.
            if (format[0] != '^' || !format[1] || format[2] != ']')
                __invar_not_modelled();
            other = (unsigned char)format[1];
            format += 3;
        }
        // After a conversion without a place it depends on the library what the end of the input means.
        if (!assigned && count == 0)
            __invar_not_modelled();
        if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            long long value;
            if (stream) {
                if (before == 4)
                    __invar_not_modelled();
                before = 2;
                if (__invar_help_scan_ends())
                    return __invar_help_scanned(count, 1);
                value = __invar_help_scan_any(kind, size, width);
            } else {
                while (__invar_help_is_blank(*from))
                    from++;
                if (!*from)
                    return count ? count : -1;
                from = __invar_help_scan_integer(from, kind, size, width, &value);
                if (!from)
                    return count;
            }
            if (assigned)
                __invar_help_scan_store(__builtin_va_arg(arguments, void *), size, value);
        } else if (kind == 'c' || kind == 's' || kind == '[') {
            char *to = assigned ? __builtin_va_arg(arguments, char *) : 0;
            if (size != 0)
                __invar_not_modelled();
            if (kind == 'c' && width == 0)
                width = 1;
            if (stream) {
                if (before == 4 || (before > 1 && kind != 's'))
                    __invar_not_modelled();
                if (__invar_help_scan_ends())
                    return __invar_help_scanned(count, kind == '[');
                if (assigned)
                    __invar_help_scan_text(to, kind, width, other, before == 1);
                before = kind == 'c' ? 0 : kind == 's' ? 3 : 4;
                last = width ? -1 : other;
            } else {
                int i = 0;
                while (kind == 's' && __invar_help_is_blank(*from))
                    from++;
                if (!*from)
                    return count ? count : -1;
                if ((unsigned char)*from == other)
                    return count;
                while (i == 0
                       || (i != width && *from && (unsigned char)*from != other
                           && (kind != 's' || !__invar_help_is_blank(*from)))) {
                    if (assigned)
                        to[i] = *from;
                    if (i == 0x7ffffffe)
                        __invar_not_modelled();
                    from++;
                    i++;
                }
                // What the array holds after the end is open.
                if (kind == 'c' && i < width)
                    __invar_not_modelled();
                if (assigned && kind != 'c')
                    to[i] = 0;
            }
        } else if (stream && width == 0 && (size == 0 || size == 1)
                   && (kind == 'f' || kind == 'e' || kind == 'g' || kind == 'a' || kind == 'F' || kind == 'E'
                       || kind == 'G' || kind == 'A')) {
            if (before == 4)
                __invar_not_modelled();
            before = 2;
            if (__invar_help_scan_ends())
                return __invar_help_scanned(count, 1);
            if (assigned && size == 0)
                *__builtin_va_arg(arguments, float *) = __invar_help_scan_single();
            else if (assigned)
                *__builtin_va_arg(arguments, double *) = __invar_help_scan_double();
        } else if (!stream && kind == 'n' && assigned && width == 0) {
            __invar_help_scan_store(__builtin_va_arg(arguments, void *), size, from - start);
            continue;
        } else {
            __invar_not_modelled();
        }
        count += assigned;
    }
    return count;
}

// model: scanf __isoc99_scanf
int __invar_model_scanf(const char *format, ...)
{
    __builtin_va_list arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __invar_help_scan(1, 0, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

// model: vscanf __isoc99_vscanf
int __invar_model_vscanf(const char *format, __builtin_va_list arguments)
{
    return __invar_help_scan(1, 0, format, arguments);
}

// model: fscanf __isoc99_fscanf
int __invar_model_fscanf(void *stream, const char *format, ...)
{
    __builtin_va_list arguments;
    int count;
    __invar_help_stream(stream);
    __builtin_va_start(arguments, format);
    count = __invar_help_scan(1, 0, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

// model: vfscanf __isoc99_vfscanf
int __invar_model_vfscanf(void *stream, const char *format, __builtin_va_list arguments)
{
    __invar_help_stream(stream);
    return __invar_help_scan(1, 0, format, arguments);
}

// model: sscanf __isoc99_sscanf
int __invar_model_sscanf(const char *from, const char *format, ...)
{
    __builtin_va_list arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __invar_help_scan(0, from, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

// model: vsscanf __isoc99_vsscanf
int __invar_model_vsscanf(const char *from, const char *format, __builtin_va_list arguments)
{
    return __invar_help_scan(0, from, format, arguments);
}
