// Files, folders and processes of POSIX: what the system holds is any, and each call may fail.

// helper: __invar_help_path
// Reads the name of a file, and says whether the call failed.
int __invar_help_path(const char *path)
{
    if (__invar_reads_output())
        __invar_help_length(path);
    return __invar_help_zero_or_failure();
}

// helper: __invar_state_opened
// How many files were given a number, and the first of these numbers.
int __invar_state_opened[2];

// helper: __invar_help_descriptor
// A number of a file. Those that are open have others, which is not followed.
int __invar_help_descriptor(void)
{
    int file = __invar_help_non_negative();
    if (__invar_state_opened[0] > 1 || (__invar_state_opened[0] == 1 && file == __invar_state_opened[1]))
        __invar_help_approximate();
    if (__invar_state_opened[0] == 0)
        __invar_state_opened[1] = file;
    if (__invar_state_opened[0] < 2)
        __invar_state_opened[0]++;
    return file;
}

// model: open open64
int __invar_model_open(const char *path, int flags, ...)
{
    if (__invar_help_path(path))
        return -1;
    return __invar_help_descriptor();
}

// model: creat creat64
int __invar_model_creat(const char *path, unsigned int mode)
{
    if (__invar_help_path(path))
        return -1;
    return __invar_help_descriptor();
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

// helper: __invar_state_pipes
// Whether there are pipes. Which numbers of files are theirs is not followed.
int __invar_state_pipes;

// model: lseek
long __invar_model_lseek(int file, long offset, int origin)
{
    long at;
    if (file < 0 || (origin == 0 && offset < 0)) {
        __invar_help_approximate();
        return -1;
    }
    at = __invar_help_long_or_failure();
    if (at < 0)
        return -1;
    if (__invar_state_pipes)
        __invar_help_approximate();
    return origin == 0 ? offset : at;
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
    int other;
    if (__invar_help_zero_or_failure() || file < 0)
        return -1;
    other = __invar_help_descriptor();
    return other != file ? other : other ? 0 : 1;
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
    files[0] = __invar_help_descriptor();
    files[1] = __invar_help_descriptor();
    __invar_state_pipes = 1;
    return 0;
}

// model: isatty
int __invar_model_isatty(int file)
{
    return !__invar_help_zero_or_failure();
}

// helper: __invar_state_mask
// One more than the last argument of `umask`; zero where there was none.
unsigned int __invar_state_mask;

// model: umask
unsigned int __invar_model_umask(unsigned int mode)
{
    unsigned int before = __invar_state_mask ? __invar_state_mask - 1 : __VERIFIER_nondet_model_uint() & 0777u;
    __invar_state_mask = (mode & 0777u) + 1;
    return before;
}

// helper: __invar_state_process
int __invar_state_process[2];

// model: getpid
int __invar_model_getpid(void)
{
    if (!__invar_state_process[0]) {
        __invar_state_process[0] = (int)(__VERIFIER_nondet_model_uint() % 4194303u) + 1;
        // Related processes have other numbers.
        if (__invar_state_process[1])
            __invar_help_approximate();
    }
    return __invar_state_process[0];
}

// model: getppid
// The parent may end, so the number may change.
int __invar_model_getppid(void)
{
    __invar_help_approximate();
    return (int)(__VERIFIER_nondet_model_uint() % 4194304u);
}

// model: fork
// The execution goes on as the parent, or as its child: that has another number.
int __invar_model_fork(void)
{
    __invar_state_process[1] = 1;
    if (__VERIFIER_nondet_model_bool()) {
        __invar_state_process[0] = 0;
        return 0;
    }
    if (__invar_help_zero_or_failure())
        return -1;
    if (__invar_state_process[0])
        __invar_help_approximate();
    return (int)(__VERIFIER_nondet_model_uint() % 4194303u) + 1;
}

// helper: __invar_help_exit_status
// A process ended by itself, or by a signal.
int __invar_help_exit_status(void)
{
    unsigned int signal = __VERIFIER_nondet_model_uint() % 65u;
    if (signal)
        return (int)(__VERIFIER_nondet_model_bool() ? signal | 0x80u : signal);
    return __VERIFIER_nondet_model_uchar() << 8;
}

// model: wait
int __invar_model_wait(int *status)
{
    if (__invar_help_zero_or_failure())
        return -1;
    // What the process did is not followed.
    __invar_help_approximate();
    if (status)
        *status = __invar_help_exit_status();
    return (int)(__VERIFIER_nondet_model_uint() % 4194303u) + 1;
}

// model: waitpid
int __invar_model_waitpid(int process, int *status, int options)
{
    int found;
    if (__invar_help_zero_or_failure())
        return -1;
    // What the process did is not followed.
    __invar_help_approximate();
    found = process > 0 ? process : (int)(__VERIFIER_nondet_model_uint() % 4194303u) + 1;
    // WNOHANG: none has changed.
    if (options & 1 && __VERIFIER_nondet_model_bool())
        found = 0;
    else if (status)
        // Without options about processes that are stopped, it has ended.
        *status = options & ~1 ? (int)__VERIFIER_nondet_model_uint() & 0xffff : __invar_help_exit_status();
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
    return __invar_help_exit_status();
}

// model: getcwd
char *__invar_model_getcwd(char *to, __SIZE_TYPE__ n)
{
    __SIZE_TYPE__ length = __VERIFIER_nondet_model_size();
    __SIZE_TYPE__ i;
    unsigned char c;
    if (!to)
        __invar_not_modelled();
    if (__invar_help_zero_or_failure() || n < 2)
        return 0;
    if (length == 0 || length >= n)
        length = n - 1;
    to[0] = '/';
    for (i = 1; i < length; i++) {
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
// What `struct stat` holds, as glibc lays it out for x86-64. With 32-bit addresses the layout depends on options.
struct __invar_status {
    unsigned long device, number, links;
    unsigned int mode, user, group, padding;
    unsigned long device_here;
    long size, block_size, blocks, times[6], reserved[3];
};
int __invar_help_status(struct __invar_status *to)
{
    int i;
#ifndef __x86_64__
    __invar_not_modelled();
#endif
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
    // Of 512 bytes each.
    to->blocks = (long)((unsigned long)__VERIFIER_nondet_model_long() >> 10);
    for (i = 0; i < 6; i++)
        to->times[i] = i % 2 ? __invar_help_nanoseconds() : __VERIFIER_nondet_model_long();
    return 0;
}

// model: stat
// What a link leads to, which is no link.
int __invar_model_stat(const char *path, void *to)
{
    struct __invar_status *status = to;
    if (__invar_reads_output())
        __invar_help_length(path);
    if (__invar_help_status(status))
        return -1;
    if ((status->mode & 0170000u) == 0120000u)
        status->mode = status->mode & 07777u;
    return 0;
}

// model: lstat
int __invar_model_lstat(const char *path, void *to)
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
struct __invar_entry *__invar_state_entry;

// helper: __invar_state_folder
void *__invar_state_folder;

// model: readdir
// The entry that was read before from the same folder may be overwritten, no other one.
void *__invar_model_readdir(void *folder)
{
    unsigned int length = __VERIFIER_nondet_model_uint() % 255u + 1;
    unsigned int i;
    unsigned char c;
    struct __invar_entry *entry = __invar_state_entry;
    // With 32-bit addresses the layout depends on options.
    if (sizeof(long) == 4)
        __invar_not_modelled();
    __invar_help_stream(folder);
    if (__invar_help_zero_or_failure())
        return 0;
    if (!entry || __invar_state_folder != folder || __VERIFIER_nondet_model_bool()) {
        entry = __invar_keep(sizeof *entry);
        if (!entry)
            __builtin_unreachable();
        __invar_state_entry = entry;
        __invar_state_folder = folder;
    }
    entry->number = (unsigned long)__VERIFIER_nondet_model_long();
    entry->offset = __VERIFIER_nondet_model_long();
    entry->length = (unsigned short)((__VERIFIER_nondet_model_uint() & 0x1f8u) + 24);
    entry->kind = __VERIFIER_nondet_model_uchar();
    for (i = 0; i < length; i++) {
        c = __VERIFIER_nondet_model_uchar();
        entry->name[i] = (char)(c == 0 || c == '/' ? 'a' : c);
    }
    entry->name[length] = 0;
    return entry;
}

// model: closedir
int __invar_model_closedir(void *folder)
{
    __invar_help_stream(folder);
    if (__invar_reads_output())
        *(int *)folder = 1;
    return __invar_help_zero_or_failure();
}
