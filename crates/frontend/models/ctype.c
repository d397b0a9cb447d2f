// Classes of characters in the C locale. Any number but zero stands for yes. Arguments are the values of
// `unsigned char` and -1; glibc also takes those of `signed char`.

// helper: __invar_help_class
int __invar_help_class(int c, int holds)
{
    if (c < -128 || c > 255)
        __builtin_unreachable();
    return __invar_help_truth(holds);
}

// model: isalnum __builtin_isalnum
int __invar_model_isalnum(int c)
{
    return __invar_help_class(c, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

// model: isalpha __builtin_isalpha
int __invar_model_isalpha(int c)
{
    return __invar_help_class(c, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

// model: isblank __builtin_isblank
int __invar_model_isblank(int c)
{
    return __invar_help_class(c, c == ' ' || c == '\t');
}

// model: iscntrl __builtin_iscntrl
int __invar_model_iscntrl(int c)
{
    return __invar_help_class(c, (c >= 0 && c < 32) || c == 127);
}

// model: isdigit __builtin_isdigit
int __invar_model_isdigit(int c)
{
    return __invar_help_class(c, c >= '0' && c <= '9');
}

// model: isgraph __builtin_isgraph
int __invar_model_isgraph(int c)
{
    return __invar_help_class(c, c > 32 && c < 127);
}

// model: islower __builtin_islower
int __invar_model_islower(int c)
{
    return __invar_help_class(c, c >= 'a' && c <= 'z');
}

// model: isprint __builtin_isprint
int __invar_model_isprint(int c)
{
    return __invar_help_class(c, c >= 32 && c < 127);
}

// model: ispunct __builtin_ispunct
int __invar_model_ispunct(int c)
{
    return __invar_help_class(c, (c >= 33 && c <= 47) || (c >= 58 && c <= 64)
                                 || (c >= 91 && c <= 96) || (c >= 123 && c <= 126));
}

// model: isspace __builtin_isspace
int __invar_model_isspace(int c)
{
    return __invar_help_class(c, c == ' ' || (c >= '\t' && c <= '\r'));
}

// model: isupper __builtin_isupper
int __invar_model_isupper(int c)
{
    return __invar_help_class(c, c >= 'A' && c <= 'Z');
}

// model: isxdigit __builtin_isxdigit
int __invar_model_isxdigit(int c)
{
    return __invar_help_class(c, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'));
}

// model: isascii __builtin_isascii
int __invar_model_isascii(int c)
{
    return __invar_help_truth(c >= 0 && c < 128);
}

// model: toascii __builtin_toascii
int __invar_model_toascii(int c)
{
    return c & 127;
}

// model: tolower __builtin_tolower
int __invar_model_tolower(int c)
{
    return c >= -128 && c < -1 ? c + 256 : __invar_help_lower(c);
}

// model: toupper __builtin_toupper
int __invar_model_toupper(int c)
{
    return c >= -128 && c < -1 ? c + 256 : c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}
