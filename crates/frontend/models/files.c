// Files, folders and processes of POSIX: what the system holds is any, and each call may fail.

// helper: __invar_help_path
// Reads the name of a file, and says whether the call failed.
int __invar_help_path(const char *path)
{
    if (__invar_reads_output())
        __invar_help_length(path);
    return __invar_help_zero_or_failure();
}

// model: open open64
int __invar_model_open(const char *path, int flags, ...)
{
    if (__invar_help_path(path))
        return -1;
    return __invar_help_non_negative();
}

// model: creat creat64
int __invar_model_creat(const char *path, unsigned int mode)
{
    if (__invar_help_path(path))
        return -1;
    return __invar_help_non_negative();
}

// model: unlink rmdir chdir remove
int __invar_model_unlink(const char *path)
{
    return __invar_help_path(path);
}

// model: mkdir chmod mkfifo
int __invar_model_mkdir(const char *path, unsigned int mode)
{
    return __invar_help_path(path);
}

// model: access
int __invar_model_access(const char *path, int mode)
{
    return __invar_help_path(path);
}

// model: truncate truncate64
int __invar_model_truncate(const char *path, long length)
{
    return __invar_help_path(path);
}

// model: rename link symlink
int __invar_model_rename(const char *from, const char *to)
{
    if (__invar_reads_output())
        __invar_help_length(from);
    return __invar_help_path(to);
}

// model: readlink
__PTRDIFF_TYPE__ __invar_model_readlink(const char *path, char *to, __SIZE_TYPE__ n)
{
    if (__invar_reads_output())
        __invar_help_length(path);
    return __invar_help_read((unsigned char *)to, n);
}

// model: lseek
long __invar_model_lseek(int file, long offset, int origin)
{
    return __invar_help_long_or_failure();
}

// model: fsync fdatasync fchdir
int __invar_model_fsync(int file)
{
    return __invar_help_zero_or_failure();
}

// model: ftruncate
int __invar_model_ftruncate(int file, long length)
{
    return __invar_help_zero_or_failure();
}

// model: fchmod
int __invar_model_fchmod(int file, unsigned int mode)
{
    return __invar_help_zero_or_failure();
}

// model: dup
int __invar_model_dup(int file)
{
    return __invar_help_non_negative_or_failure();
}

// model: dup2
int __invar_model_dup2(int from, int to)
{
    return __invar_help_zero_or_failure() ? -1 : to;
}

// model: pipe
int __invar_model_pipe(int *files)
{
    if (__invar_help_zero_or_failure())
        return -1;
    files[0] = __invar_help_non_negative();
    files[1] = __invar_help_non_negative();
    return 0;
}

// model: isatty
int __invar_model_isatty(int file)
{
    return !__invar_help_zero_or_failure();
}

// model: umask
unsigned int __invar_model_umask(unsigned int mode)
{
    return __VERIFIER_nondet_model_uint() & 0777u;
}

// helper: __invar_state_process
int __invar_state_process[2];

// model: getpid
int __invar_model_getpid(void)
{
    if (!__invar_state_process[0])
        __invar_state_process[0] = (int)(__VERIFIER_nondet_model_uint() % 4194303u) + 1;
    return __invar_state_process[0];
}

// model: getppid
// The parent may end, so the number may change.
int __invar_model_getppid(void)
{
    return (int)(__VERIFIER_nondet_model_uint() % 4194304u);
}

// model: fork
// The execution goes on as the parent, or as its child: that has another number.
int __invar_model_fork(void)
{
    if (__VERIFIER_nondet_model_bool()) {
        __invar_state_process[0] = 0;
        return 0;
    }
    if (__invar_help_zero_or_failure())
        return -1;
    return (int)(__VERIFIER_nondet_model_uint() % 4194303u) + 1;
}

// model: wait
int __invar_model_wait(int *status)
{
    if (__invar_help_zero_or_failure())
        return -1;
    if (status)
        *status = (int)__VERIFIER_nondet_model_uint() & 0xffff;
    return (int)(__VERIFIER_nondet_model_uint() % 4194303u) + 1;
}

// model: waitpid
int __invar_model_waitpid(int process, int *status, int options)
{
    int found;
    if (__invar_help_zero_or_failure())
        return -1;
    found = process > 0 ? process : (int)(__VERIFIER_nondet_model_uint() % 4194303u) + 1;
    // WNOHANG: none has changed.
    if (options & 1 && __VERIFIER_nondet_model_bool())
        found = 0;
    else if (status)
        *status = (int)__VERIFIER_nondet_model_uint() & 0xffff;
    return found;
}

// model: kill
int __invar_model_kill(int process, int signal)
{
    // A signal may end the process itself.
    if (signal)
        __invar_not_modelled();
    return __invar_help_zero_or_failure();
}

// model: system
int __invar_model_system(const char *command)
{
    if (__invar_reads_output() && command)
        __invar_help_length(command);
    if (__invar_help_zero_or_failure())
        return -1;
    return (int)__VERIFIER_nondet_model_uint() & 0xffff;
}

// model: getcwd
char *__invar_model_getcwd(char *to, __SIZE_TYPE__ n)
{
    __SIZE_TYPE__ length = __VERIFIER_nondet_model_size();
    __SIZE_TYPE__ i;
    unsigned char c;
    if (!to)
        __invar_not_modelled();
    if (__invar_help_zero_or_failure() || n == 0)
        return 0;
    if (length >= n)
        length = n - 1;
    for (i = 0; i < length; i++) {
        c = __VERIFIER_nondet_model_uchar();
        to[i] = (char)(c ? c : 1);
    }
    to[length] = 0;
    return to;
}

// model: setlocale
// The locale of the environment is "C".
char *__invar_model_setlocale(int category, const char *locale)
{
    static char name[2] = "C";
    if (locale && locale[0] && !(locale[0] == 'C' && !locale[1]))
        __invar_not_modelled();
    return name;
}

// helper: __invar_help_status __invar_status
// What `struct stat` holds, as glibc lays it out.
#if __SIZEOF_LONG__ == 8
struct __invar_status {
    unsigned long device, number, links;
    unsigned int mode, user, group, padding;
    unsigned long device_here;
    long size, block_size, blocks, times[6], reserved[3];
};
#else
struct __invar_status {
    unsigned long long device;
    unsigned int padding, number, mode, links, user, group;
    unsigned long long device_here;
    unsigned int padding_here;
    long size, block_size, blocks, times[6], reserved[2];
};
#endif
int __invar_help_status(struct __invar_status *to)
{
    int i;
    if (__invar_help_zero_or_failure())
        return -1;
    to->device = (unsigned long)__VERIFIER_nondet_model_long();
    to->number = (unsigned long)__VERIFIER_nondet_model_long();
    to->links = (unsigned long)__VERIFIER_nondet_model_long();
    to->mode = __VERIFIER_nondet_model_uint() & 0177777u;
    to->user = __VERIFIER_nondet_model_uint();
    to->group = __VERIFIER_nondet_model_uint();
    to->device_here = (unsigned long)__VERIFIER_nondet_model_long();
    to->size = (long)((unsigned long)__VERIFIER_nondet_model_long() >> 1);
    to->block_size = (long)(__VERIFIER_nondet_model_uint() >> 2) + 1;
    to->blocks = (long)((unsigned long)__VERIFIER_nondet_model_long() >> 1);
    for (i = 0; i < 6; i++)
        to->times[i] = i % 2 ? (long)(__VERIFIER_nondet_model_uint() % 1000000000u) : __VERIFIER_nondet_model_long();
    return 0;
}

// model: stat lstat
int __invar_model_stat(const char *path, void *to)
{
    if (__invar_reads_output())
        __invar_help_length(path);
    return __invar_help_status(to);
}

// model: fstat
int __invar_model_fstat(int file, void *to)
{
    return __invar_help_status(to);
}

// model: opendir
// A folder is open as a stream is.
void *__invar_model_opendir(const char *path)
{
    if (__invar_reads_output())
        __invar_help_length(path);
    return __invar_help_open_stream();
}

// helper: __invar_state_entry __invar_entry
struct __invar_entry {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char kind;
    char name[256];
};
struct __invar_entry __invar_state_entry;

// model: readdir
void *__invar_model_readdir(void *folder)
{
    unsigned int length = __VERIFIER_nondet_model_uint() % 255u + 1;
    unsigned int i;
    unsigned char c;
    __invar_help_stream(folder);
    if (__invar_help_zero_or_failure())
        return 0;
    __invar_state_entry.number = (unsigned long)__VERIFIER_nondet_model_long();
    __invar_state_entry.offset = __VERIFIER_nondet_model_long();
    __invar_state_entry.length = (unsigned short)__VERIFIER_nondet_model_uint();
    __invar_state_entry.kind = __VERIFIER_nondet_model_uchar();
    for (i = 0; i < length; i++) {
        c = __VERIFIER_nondet_model_uchar();
        __invar_state_entry.name[i] = (char)(c == 0 || c == '/' ? 'a' : c);
    }
    __invar_state_entry.name[length] = 0;
    return &__invar_state_entry;
}

// model: closedir
int __invar_model_closedir(void *folder)
{
    __invar_help_stream(folder);
    if (__invar_reads_output())
        *(int *)folder = 1;
    return __invar_help_zero_or_failure();
}
