// Lengths and copies of strings.

// model: strlen __builtin_strlen
__SIZE_TYPE__ __invar_model_strlen(const char *s)
{
    __SIZE_TYPE__ n = 0;
    while (s[n])
        n++;
    return n;
}

// model: strnlen __builtin_strnlen
__SIZE_TYPE__ __invar_model_strnlen(const char *s, __SIZE_TYPE__ limit)
{
    __SIZE_TYPE__ n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

// model: strcpy __builtin_strcpy
char *__invar_model_strcpy(char *to, const char *from)
{
    __SIZE_TYPE__ i = 0;
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

// model: strncpy __builtin_strncpy
char *__invar_model_strncpy(char *to, const char *from, __SIZE_TYPE__ n)
{
    __SIZE_TYPE__ i = 0;
    while (i < n && from[i]) {
        to[i] = from[i];
        i++;
    }
    while (i < n) {
        to[i] = 0;
        i++;
    }
    return to;
}

// model: stpcpy __builtin_stpcpy
char *__invar_model_stpcpy(char *to, const char *from)
{
    __SIZE_TYPE__ i = 0;
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to + i;
}

// model: stpncpy __builtin_stpncpy
char *__invar_model_stpncpy(char *to, const char *from, __SIZE_TYPE__ n)
{
    __SIZE_TYPE__ i = 0;
    __SIZE_TYPE__ end;
    while (i < n && from[i]) {
        to[i] = from[i];
        i++;
    }
    end = i;
    while (i < n) {
        to[i] = 0;
        i++;
    }
    return to + end;
}

// model: strcat __builtin_strcat
char *__invar_model_strcat(char *to, const char *from)
{
    __SIZE_TYPE__ start = 0;
    __SIZE_TYPE__ i = 0;
    while (to[start])
        start++;
    while (from[i]) {
        to[start + i] = from[i];
        i++;
    }
    to[start + i] = 0;
    return to;
}

// model: strncat __builtin_strncat
char *__invar_model_strncat(char *to, const char *from, __SIZE_TYPE__ n)
{
    __SIZE_TYPE__ start = 0;
    __SIZE_TYPE__ i = 0;
    while (to[start])
        start++;
    while (i < n && from[i]) {
        to[start + i] = from[i];
        i++;
    }
    to[start + i] = 0;
    return to;
}

// model: strdup __builtin_strdup __strdup
char *__invar_model_strdup(const char *from)
{
    __SIZE_TYPE__ n = 0;
    __SIZE_TYPE__ i;
    char *to;
    while (from[n])
        n++;
    to = __builtin_malloc(n + 1);
    if (!to)
        return 0;
    for (i = 0; i < n; i++)
        to[i] = from[i];
    to[n] = 0;
    return to;
}

// model: strndup __builtin_strndup __strndup
char *__invar_model_strndup(const char *from, __SIZE_TYPE__ limit)
{
    __SIZE_TYPE__ n = 0;
    __SIZE_TYPE__ i;
    char *to;
    while (n < limit && from[n])
        n++;
    to = __builtin_malloc(n + 1);
    if (!to)
        return 0;
    for (i = 0; i < n; i++)
        to[i] = from[i];
    to[n] = 0;
    return to;
}
