// Streams and files: what they hold is any, what is written to them is not observed. A stream is an object whose
// first word says whether it is closed, and whose second word is 1 if it is the standard output.

// helper: __invar_help_stream
// A stream is used: it must be there, and open.
void __invar_help_stream(void *stream)
{
    int *nothing = 0;
    if (__invar_reads_output() && *(int *)stream) {
        // Whether a stream of a caller is open is not known.
        if (!__invar_is_whole_program())
            __invar_not_modelled();
        *nothing = 1;
    }
}

// helper: __invar_help_is_shown
int __invar_help_is_shown(void *stream)
{
    return __invar_shows_output() && ((int *)stream)[1] == 1;
}

// helper: __invar_help_write
// Reads bytes, and shows them if they go to the standard output.
void __invar_help_write(const unsigned char *from, __SIZE_TYPE__ n, int shown)
{
    __SIZE_TYPE__ i;
    int c;
    for (i = 0; i < n; i++) {
        c = from[i];
        if (shown)
            __invar_output(c);
    }
}

// model: fgetc getc _IO_getc getc_unlocked fgetc_unlocked
int __invar_model_fgetc(void *stream)
{
    __invar_help_stream(stream);
    return __invar_help_input();
}

// model: getchar getchar_unlocked
int __invar_model_getchar(void)
{
    return __invar_help_input();
}

// model: fgets fgets_unlocked
// At the end of the file before the first character the array stays as it is; after a failure the result is null.
char *__invar_model_fgets(char *to, int n, void *stream)
{
    int i = 0;
    int c = 0;
    _Bool failed;
    __invar_help_stream(stream);
    if (n <= 0)
        return 0;
    while (i < n - 1 && c != '\n') {
        c = __invar_help_input();
        if (c == -1) {
            failed = __VERIFIER_nondet_model_bool();
            if (i > 0 && failed)
                __invar_state_failed = 1;
            if (i == 0 || failed)
                return 0;
            to[i] = 0;
            return to;
        }
        to[i] = (char)c;
        i++;
    }
    to[i] = 0;
    return to;
}

// model: gets
char *__invar_model_gets(char *to)
{
    __SIZE_TYPE__ i = 0;
    int c = __invar_help_input();
    if (c == -1)
        return 0;
    while (c != '\n' && c != -1) {
        to[i] = (char)c;
        i++;
        c = __invar_help_input();
    }
    if (c == -1 && __VERIFIER_nondet_model_bool()) {
        __invar_state_failed = 1;
        return 0;
    }
    to[i] = 0;
    return to;
}

// helper: __invar_help_read
// As many bytes as there are, none, or -1.
__PTRDIFF_TYPE__ __invar_help_read(unsigned char *to, __SIZE_TYPE__ n)
{
    __SIZE_TYPE__ limit = (__SIZE_TYPE__)__PTRDIFF_MAX__;
    __SIZE_TYPE__ count;
    __SIZE_TYPE__ i;
    if (__invar_help_zero_or_failure())
        return -1;
    count = __VERIFIER_nondet_model_size();
    if (n < limit)
        limit = n;
    if (count > limit)
        count = limit;
    for (i = 0; i < count; i++)
        to[i] = __VERIFIER_nondet_model_uchar();
    return (__PTRDIFF_TYPE__)count;
}

// model: read
__PTRDIFF_TYPE__ __invar_model_read(int file, void *to, __SIZE_TYPE__ n)
{
    return __invar_help_read(to, n);
}

// model: fread fread_unlocked
__SIZE_TYPE__ __invar_model_fread(void *to, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream)
{
    __SIZE_TYPE__ whole = __VERIFIER_nondet_model_size();
    __SIZE_TYPE__ part = __VERIFIER_nondet_model_size();
    __SIZE_TYPE__ i;
    __invar_help_stream(stream);
    if (size == 0 || n == 0)
        return 0;
    if (whole >= n) {
        whole = n;
        part = 0;
    } else {
        __invar_state_ended = 1;
        if (part >= size)
            part = 0;
    }
    if (whole < n)
        __invar_help_may_set_errno();
    for (i = 0; i < whole * size + part; i++)
        ((unsigned char *)to)[i] = __VERIFIER_nondet_model_uchar();
    return whole;
}

// model: fwrite fwrite_unlocked
__SIZE_TYPE__ __invar_model_fwrite(const void *from, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream)
{
    __SIZE_TYPE__ failed = __VERIFIER_nondet_model_size();
    __invar_help_stream(stream);
    if (size == 0)
        return 0;
    if (__invar_reads_output())
        __invar_help_write(from, size * n, __invar_help_is_shown(stream));
    if (failed) {
        __invar_state_failed = 1;
        __invar_help_may_set_errno();
    }
    return failed < n ? n - failed : 0;
}

// helper: __invar_help_written
// How many of `n` bytes were written, or -1.
__PTRDIFF_TYPE__ __invar_help_written(__SIZE_TYPE__ n)
{
    __SIZE_TYPE__ limit = (__SIZE_TYPE__)__PTRDIFF_MAX__;
    __SIZE_TYPE__ missing;
    if (__invar_help_zero_or_failure())
        return -1;
    missing = __VERIFIER_nondet_model_size();
    if (n < limit)
        limit = n;
    return (__PTRDIFF_TYPE__)(missing < limit ? limit - missing : 0);
}

// model: write
__PTRDIFF_TYPE__ __invar_model_write(int file, const void *from, __SIZE_TYPE__ n)
{
    if (__invar_reads_output())
        __invar_help_write(from, n, __invar_shows_output() && file == 1);
    return __invar_help_written(n);
}

// model: putchar __builtin_putchar putchar_unlocked
int __invar_model_putchar(int c)
{
    if (__invar_shows_output())
        __invar_output(c);
    return __invar_help_character_or_failure(c);
}

// model: fputc __builtin_fputc putc _IO_putc fputc_unlocked putc_unlocked
int __invar_model_fputc(int c, void *stream)
{
    __invar_help_stream(stream);
    if (__invar_help_is_shown(stream))
        __invar_output(c);
    return __invar_help_character_or_failure(c);
}

// model: puts __builtin_puts
int __invar_model_puts(const char *s)
{
    if (__invar_reads_output())
        __invar_help_write((const unsigned char *)s, __invar_help_length(s), __invar_shows_output());
    if (__invar_shows_output())
        __invar_output('\n');
    return __invar_help_non_negative_or_failure();
}

// model: fputs __builtin_fputs fputs_unlocked
int __invar_model_fputs(const char *s, void *stream)
{
    __invar_help_stream(stream);
    if (__invar_reads_output())
        __invar_help_write((const unsigned char *)s, __invar_help_length(s), __invar_help_is_shown(stream));
    return __invar_help_non_negative_or_failure();
}

// model: perror
void __invar_model_perror(const char *s)
{
    if (__invar_reads_output() && s)
        __invar_help_length(s);
    __invar_help_may_set_errno();
}

// helper: __invar_help_open_stream
// Null, or an object that is as large as a FILE.
void *__invar_help_open_stream(void)
{
    int *stream;
    if (__invar_help_zero_or_failure())
        return 0;
    stream = __invar_keep(256);
    stream[0] = 0;
    stream[1] = 0;
    return stream;
}

// model: fopen fopen64
void *__invar_model_fopen(const char *path, const char *mode)
{
    if (__invar_reads_output()) {
        __invar_help_length(path);
        __invar_help_length(mode);
    }
    return __invar_help_open_stream();
}

// model: fclose
int __invar_model_fclose(void *stream)
{
    __invar_help_stream(stream);
    if (__invar_reads_output())
        *(int *)stream = 1;
    return __invar_help_zero_or_failure();
}

// model: fflush fflush_unlocked
int __invar_model_fflush(void *stream)
{
    if (stream)
        __invar_help_stream(stream);
    return __invar_help_output_fails();
}

// model: fseek
int __invar_model_fseek(void *stream, long offset, int origin)
{
    __invar_help_stream(stream);
    return __invar_help_zero_or_failure();
}

// model: close
int __invar_model_close(int file)
{
    return __invar_help_zero_or_failure();
}

// model: setbuf
void __invar_model_setbuf(void *stream, char *buffer)
{
    __invar_help_stream(stream);
    // The stream keeps its data in the buffer from now on.
    if (buffer)
        __invar_not_modelled();
}

// model: feof feof_unlocked
// Exact until some file has met its end.
int __invar_model_feof(void *stream)
{
    __invar_help_stream(stream);
    if (!__invar_state_ended)
        return 0;
    __invar_help_approximate();
    return (int)__VERIFIER_nondet_model_uint();
}

// model: ferror ferror_unlocked
// 0 is exact until some stream has failed: one that met the end of its file has no error.
int __invar_model_ferror(void *stream)
{
    int error = (int)__VERIFIER_nondet_model_uint();
    __invar_help_stream(stream);
    if (error || __invar_state_failed)
        __invar_help_approximate();
    return error;
}

// model: clearerr clearerr_unlocked
void __invar_model_clearerr(void *stream)
{
    __invar_help_stream(stream);
}

// model: rewind
void __invar_model_rewind(void *stream)
{
    __invar_help_stream(stream);
    __invar_help_may_set_errno();
}

// model: fileno fileno_unlocked
// Each stream has its own number.
int __invar_model_fileno(void *stream)
{
    __invar_help_stream(stream);
    __invar_help_approximate();
    return __invar_help_non_negative_or_failure();
}

// model: ftell ftello
// Where a stream is, is not followed.
long __invar_model_ftell(void *stream)
{
    __invar_help_stream(stream);
    __invar_help_approximate();
    return __invar_help_long_or_failure();
}

// model: ungetc
// What is read next is left open.
int __invar_model_ungetc(int c, void *stream)
{
    __invar_help_stream(stream);
    __invar_help_approximate();
    if (c == -1 || __VERIFIER_nondet_model_bool())
        return -1;
    return (unsigned char)c;
}

// model: tmpfile tmpfile64
void *__invar_model_tmpfile(void)
{
    return __invar_help_open_stream();
}

// model: popen
void *__invar_model_popen(const char *command, const char *mode)
{
    if (__invar_reads_output()) {
        __invar_help_length(command);
        __invar_help_length(mode);
    }
    return __invar_help_open_stream();
}

// model: fdopen
void *__invar_model_fdopen(int file, const char *mode)
{
    if (__invar_reads_output())
        __invar_help_length(mode);
    return __invar_help_open_stream();
}

// model: pclose
int __invar_model_pclose(void *stream)
{
    __invar_help_stream(stream);
    if (__invar_reads_output())
        *(int *)stream = 1;
    if (__invar_help_zero_or_failure())
        return -1;
    return (int)__VERIFIER_nondet_model_uint() & 0xffff;
}

// model: setvbuf
int __invar_model_setvbuf(void *stream, char *buffer, int mode, __SIZE_TYPE__ n)
{
    __invar_help_stream(stream);
    // The stream keeps its data in the buffer from now on.
    if (buffer)
        __invar_not_modelled();
    return __invar_help_zero_or_failure();
}

// helper: __invar_help_line
// Reads up to and with a delimiter into a buffer that grows: its length, or -1.
__PTRDIFF_TYPE__ __invar_help_line(char **to, __SIZE_TYPE__ *size, int delimiter)
{
    __SIZE_TYPE__ length = __VERIFIER_nondet_model_size() % 0x7ffffffeu + 1;
    __SIZE_TYPE__ room = __VERIFIER_nondet_model_size() % 0x7fffffffu;
    __SIZE_TYPE__ i;
    unsigned char c;
    char *text = *to;
    _Bool failed = __invar_help_zero_or_failure() != 0;
    if (failed)
        length = 0;
    if (room <= length)
        room = length + 1;
    if (!text || *size == 0) {
        // As with glibc, a buffer without a size is left as it is.
        text = __builtin_malloc(room);
        *to = text;
        *size = room;
        if (!text)
            return -1;
    } else if (*size <= length) {
        char *grown = __builtin_realloc(text, room);
        if (!grown) {
            // The buffer stays, with what was read so far.
            for (i = 0; i < *size; i++)
                text[i] = (char)__VERIFIER_nondet_model_uchar();
            return -1;
        }
        text = grown;
        *to = text;
        *size = room;
    }
    if (failed) {
        __invar_state_ended = 1;
        return -1;
    }
    for (i = 0; i < length - 1; i++) {
        c = __VERIFIER_nondet_model_uchar();
        // No character before the last one is the delimiter.
        text[i] = (char)(c == (unsigned char)delimiter ? c + 1 : c);
    }
    c = __VERIFIER_nondet_model_uchar();
    if (c != (unsigned char)delimiter)
        __invar_state_ended = 1;
    text[i] = (char)c;
    text[length] = 0;
    return (__PTRDIFF_TYPE__)length;
}

// model: getline
__PTRDIFF_TYPE__ __invar_model_getline(char **to, __SIZE_TYPE__ *size, void *stream)
{
    __invar_help_stream(stream);
    return __invar_help_line(to, size, '\n');
}

// model: getdelim
__PTRDIFF_TYPE__ __invar_model_getdelim(char **to, __SIZE_TYPE__ *size, int delimiter, void *stream)
{
    __invar_help_stream(stream);
    return __invar_help_line(to, size, delimiter);
}
