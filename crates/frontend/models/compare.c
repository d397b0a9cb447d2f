// Comparisons. The standard fixes the sign of the result only.

// model: strcmp __builtin_strcmp strcoll
int __invar_model_strcmp(const char *a, const char *b)
{
    __SIZE_TYPE__ i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return __invar_help_of_sign((unsigned char)a[i] - (unsigned char)b[i]);
}

// model: strncmp __builtin_strncmp
int __invar_model_strncmp(const char *a, const char *b, __SIZE_TYPE__ n)
{
    __SIZE_TYPE__ i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    if (i == n)
        return 0;
    return __invar_help_of_sign((unsigned char)a[i] - (unsigned char)b[i]);
}

// model: strcasecmp __builtin_strcasecmp
int __invar_model_strcasecmp(const char *a, const char *b)
{
    __SIZE_TYPE__ i = 0;
    while (a[i] && __invar_help_lower((unsigned char)a[i]) == __invar_help_lower((unsigned char)b[i]))
        i++;
    return __invar_help_of_sign(__invar_help_lower((unsigned char)a[i])
                                - __invar_help_lower((unsigned char)b[i]));
}

// model: strncasecmp __builtin_strncasecmp
int __invar_model_strncasecmp(const char *a, const char *b, __SIZE_TYPE__ n)
{
    __SIZE_TYPE__ i = 0;
    while (i < n && a[i]
           && __invar_help_lower((unsigned char)a[i]) == __invar_help_lower((unsigned char)b[i]))
        i++;
    if (i == n)
        return 0;
    return __invar_help_of_sign(__invar_help_lower((unsigned char)a[i])
                                - __invar_help_lower((unsigned char)b[i]));
}

// helper: __invar_help_ends
// All bytes are there, also those after the first difference.
void __invar_help_ends(const unsigned char *bytes, __SIZE_TYPE__ n)
{
    unsigned char last;
    if (n)
        last = bytes[n - 1];
}

// model: memcmp __builtin_memcmp
int __invar_model_memcmp(const void *a, const void *b, __SIZE_TYPE__ n)
{
    const unsigned char *left = a;
    const unsigned char *right = b;
    __SIZE_TYPE__ i = 0;
    __invar_help_ends(left, n);
    __invar_help_ends(right, n);
    while (i < n && left[i] == right[i])
        i++;
    if (i == n)
        return 0;
    return __invar_help_of_sign(left[i] - right[i]);
}

// model: bcmp __builtin_bcmp
int __invar_model_bcmp(const void *a, const void *b, __SIZE_TYPE__ n)
{
    const unsigned char *left = a;
    const unsigned char *right = b;
    __SIZE_TYPE__ i = 0;
    __invar_help_ends(left, n);
    __invar_help_ends(right, n);
    while (i < n && left[i] == right[i])
        i++;
    return __invar_help_truth(i != n);
}
