// Searches in strings and memory.

// helper: __invar_help_occurs
// Whether `c`, not zero, is one of the characters of `set`.
int __invar_help_occurs(const char *set, char c)
{
    __SIZE_TYPE__ i = 0;
    while (set[i]) {
        if (set[i] == c)
            return 1;
        i++;
    }
    return 0;
}

// helper: __invar_help_token
// The next piece of `*rest` between the separators, or null.
char *__invar_help_token(char *from, const char *separators, char **rest)
{
    char *token;
    while (*from && __invar_help_occurs(separators, *from))
        from++;
    if (!*from) {
        *rest = from;
        return 0;
    }
    token = from;
    while (*from && !__invar_help_occurs(separators, *from))
        from++;
    if (*from) {
        *from = 0;
        from++;
    }
    *rest = from;
    return token;
}

// helper: __invar_state_strtok
char *__invar_state_strtok;

// model: strchr __builtin_strchr index __builtin_index
char *__invar_model_strchr(const char *s, int c)
{
    while (*s != (char)c) {
        if (!*s)
            return 0;
        s++;
    }
    return (char *)s;
}

// model: strchrnul
char *__invar_model_strchrnul(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

// model: strrchr __builtin_strrchr rindex __builtin_rindex
char *__invar_model_strrchr(const char *s, int c)
{
    const char *last = 0;
    while (*s) {
        if (*s == (char)c)
            last = s;
        s++;
    }
    if (!(char)c)
        return (char *)s;
    return (char *)last;
}

// model: strstr __builtin_strstr
char *__invar_model_strstr(const char *text, const char *wanted)
{
    __SIZE_TYPE__ i;
    while (1) {
        i = 0;
        while (wanted[i] && text[i] == wanted[i])
            i++;
        if (!wanted[i])
            return (char *)text;
        if (!*text)
            return 0;
        text++;
    }
}

// model: strpbrk __builtin_strpbrk
char *__invar_model_strpbrk(const char *s, const char *accepted)
{
    while (*s) {
        if (__invar_help_occurs(accepted, *s))
            return (char *)s;
        s++;
    }
    return 0;
}

// model: strspn __builtin_strspn
__SIZE_TYPE__ __invar_model_strspn(const char *s, const char *accepted)
{
    __SIZE_TYPE__ n = 0;
    while (s[n] && __invar_help_occurs(accepted, s[n]))
        n++;
    return n;
}

// model: strcspn __builtin_strcspn
__SIZE_TYPE__ __invar_model_strcspn(const char *s, const char *rejected)
{
    __SIZE_TYPE__ n = 0;
    while (s[n] && !__invar_help_occurs(rejected, s[n]))
        n++;
    return n;
}

// model: strtok
char *__invar_model_strtok(char *s, const char *separators)
{
    return __invar_help_token(s ? s : __invar_state_strtok, separators, &__invar_state_strtok);
}

// model: strtok_r __strtok_r
char *__invar_model_strtok_r(char *s, const char *separators, char **rest)
{
    return __invar_help_token(s ? s : *rest, separators, rest);
}

// model: strsep __strsep
char *__invar_model_strsep(char **rest, const char *separators)
{
    char *token = *rest;
    char *from = token;
    if (!from)
        return 0;
    while (*from && !__invar_help_occurs(separators, *from))
        from++;
    if (*from) {
        *from = 0;
        *rest = from + 1;
    } else {
        *rest = 0;
    }
    return token;
}

// model: memchr __builtin_memchr
void *__invar_model_memchr(const void *memory, int c, __SIZE_TYPE__ n)
{
    const unsigned char *bytes = memory;
    __SIZE_TYPE__ i;
    for (i = 0; i < n; i++)
        if (bytes[i] == (unsigned char)c)
            return (void *)(bytes + i);
    return 0;
}

// model: memrchr
void *__invar_model_memrchr(const void *memory, int c, __SIZE_TYPE__ n)
{
    const unsigned char *bytes = memory;
    while (n) {
        n--;
        if (bytes[n] == (unsigned char)c)
            return (void *)(bytes + n);
    }
    return 0;
}

// model: rawmemchr
void *__invar_model_rawmemchr(const void *memory, int c)
{
    const unsigned char *bytes = memory;
    while (*bytes != (unsigned char)c)
        bytes++;
    return (void *)bytes;
}
