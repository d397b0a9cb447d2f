// Dates and clocks. Which date a time is depends on where the program runs, so what the models give is within the limits
// that <time.h> states, and no violation is claimed after it (`__invar_help_approximate`).

// helper: __invar_help_date __invar_date
struct __invar_date {
    int second, minute, hour, day, month, year, weekday, day_of_year, summer;
    long offset;
    const char *zone;
};
void __invar_help_date(struct __invar_date *date)
{
    char *zone;
    __invar_help_approximate();
    // The file with the rules of the place may be missing.
    __invar_help_may_set_errno();
    date->second = (int)(__VERIFIER_nondet_model_uint() % 61u);
    date->minute = (int)(__VERIFIER_nondet_model_uint() % 60u);
    date->hour = (int)(__VERIFIER_nondet_model_uint() % 24u);
    date->day = (int)(__VERIFIER_nondet_model_uint() % 31u) + 1;
    date->month = (int)(__VERIFIER_nondet_model_uint() % 12u);
    date->year = (int)__VERIFIER_nondet_model_uint();
    date->weekday = (int)(__VERIFIER_nondet_model_uint() % 7u);
    date->day_of_year = (int)(__VERIFIER_nondet_model_uint() % 366u);
    date->summer = (int)(__VERIFIER_nondet_model_uint() % 3u) - 1;
    date->offset = (long)(__VERIFIER_nondet_model_uint() % 200000u) - 100000;
    zone = __invar_keep(64);
    if (!zone)
        __builtin_unreachable();
    zone[63] = 0;
    date->zone = zone;
}

// helper: __invar_help_date_fails
// The year must be an `int`: up to 2^55 seconds it is.
int __invar_help_date_fails(long time)
{
    long long seconds = time;
    if (seconds < 36028797018963968LL && seconds > -36028797018963968LL)
        return 0;
    __invar_help_approximate();
    return __invar_help_zero_or_failure();
}

// helper: __invar_state_date
struct __invar_date __invar_state_date;

// model: localtime gmtime
void *__invar_model_localtime(const long *time)
{
    if (__invar_help_date_fails(*time))
        return 0;
    __invar_help_date(&__invar_state_date);
    return &__invar_state_date;
}

// model: localtime_r gmtime_r
void *__invar_model_localtime_r(const long *time, void *date)
{
    if (__invar_help_date_fails(*time))
        return 0;
    __invar_help_date(date);
    return date;
}

// helper: __invar_help_read_date
// Reads what callers fill in.
void __invar_help_read_date(const struct __invar_date *date)
{
    int read = date->second ^ date->minute ^ date->hour ^ date->day ^ date->month ^ date->year ^ date->summer;
}

// model: mktime timegm timelocal
long __invar_model_mktime(void *date)
{
    struct __invar_date *fields = date;
    __invar_help_read_date(fields);
    if (__VERIFIER_nondet_model_bool()) {
        __invar_help_approximate();
        __invar_help_may_set_errno();
        return -1;
    }
    __invar_help_date(date);
    return __VERIFIER_nondet_model_long();
}

// model: difftime
double __invar_model_difftime(long later, long earlier)
{
    if (later < earlier)
        return -(double)((unsigned long)earlier - (unsigned long)later);
    return (double)((unsigned long)later - (unsigned long)earlier);
}

// model: strftime
__SIZE_TYPE__ __invar_model_strftime(char *to, __SIZE_TYPE__ limit, const char *format, const void *date)
{
    __SIZE_TYPE__ count = __VERIFIER_nondet_model_size();
    __SIZE_TYPE__ i;
    unsigned char c;
    __invar_help_read_date(date);
    if (__invar_reads_output())
        __invar_help_length(format);
    __invar_help_approximate();
    __invar_help_may_set_errno();
    if (__invar_reads_output())
        __invar_help_length(((const struct __invar_date *)date)->zone);
    if (limit == 0)
        return 0;
    if (count >= limit)
        count = limit - 1;
    for (i = 0; i < count; i++) {
        c = __VERIFIER_nondet_model_uchar();
        to[i] = (char)(c ? c : 1);
    }
    to[count] = (char)__VERIFIER_nondet_model_uchar();
    // Too long: what the array holds is open.
    if (__VERIFIER_nondet_model_bool())
        return 0;
    to[count] = 0;
    return count;
}

// helper: __invar_state_date_text
char __invar_state_date_text[64];

// helper: __invar_help_date_text
void __invar_help_date_text(char *text)
{
    // Years may have more than four digits.
    int end = 24 + (int)(__VERIFIER_nondet_model_uint() % 8u);
    int i;
    unsigned char c;
    __invar_help_approximate();
    for (i = 0; i < end; i++) {
        c = __VERIFIER_nondet_model_uchar();
        text[i] = (char)(c ? c : 1);
    }
    text[end] = '\n';
    text[end + 1] = 0;
}

// model: ctime
// The text of `localtime(time)`, which leaves its date.
char *__invar_model_ctime(const long *time)
{
    if (__invar_help_date_fails(*time))
        return 0;
    __invar_help_date(&__invar_state_date);
    __invar_help_date_text(__invar_state_date_text);
    return __invar_state_date_text;
}

// model: asctime
char *__invar_model_asctime(const void *date)
{
    __invar_help_read_date(date);
    __invar_help_date_text(__invar_state_date_text);
    return __invar_help_zero_or_failure() ? 0 : __invar_state_date_text;
}

// helper: __invar_help_clock_fails
// The first eight clocks are there on every Linux.
int __invar_help_clock_fails(int clock)
{
    if (clock >= 0 && clock <= 7)
        return 0;
    if (clock > 11) {
        __invar_state_errno = 22;
        return 1;
    }
    return __invar_help_zero_or_failure();
}

// helper: __invar_state_seconds
// What the monotonic clock showed last.
long __invar_state_seconds;

// helper: __invar_state_nanoseconds
long __invar_state_nanoseconds;

// model: clock_gettime
// The clock of the calendar may be set. The monotonic one goes on; so do others, which is not followed.
int __invar_model_clock_gettime(int clock, void *time)
{
    long seconds = __invar_help_seconds();
    long nanoseconds = __invar_help_nanoseconds();
    if (__invar_help_clock_fails(clock))
        return -1;
    if (clock == 1) {
        if (seconds < __invar_state_seconds)
            seconds = __invar_state_seconds;
        if (seconds == __invar_state_seconds && nanoseconds < __invar_state_nanoseconds)
            nanoseconds = __invar_state_nanoseconds;
        __invar_state_seconds = seconds;
        __invar_state_nanoseconds = nanoseconds;
    } else if (clock != 0) {
        __invar_help_approximate();
    }
    ((long *)time)[0] = seconds;
    ((long *)time)[1] = nanoseconds;
    return 0;
}

// model: clock_getres
int __invar_model_clock_getres(int clock, void *time)
{
    if (__invar_help_clock_fails(clock))
        return -1;
    if (time) {
        ((long *)time)[0] = 0;
        ((long *)time)[1] = __invar_help_nanoseconds() | 1;
        __invar_help_approximate();
    }
    return 0;
}

// model: gettimeofday
int __invar_model_gettimeofday(void *time, void *zone)
{
    if (zone)
        __invar_not_modelled();
    if (time) {
        ((long *)time)[0] = __invar_help_seconds();
        ((long *)time)[1] = (long)__invar_help_limited(999999u, 0x7ffffu);
    }
    return 0;
}

// model: nanosleep
int __invar_model_nanosleep(const void *wanted, void *left)
{
    long seconds = ((const long *)wanted)[0];
    long nanoseconds = ((const long *)wanted)[1];
    if (seconds < 0 || nanoseconds < 0 || nanoseconds > 999999999) {
        __invar_state_errno = 22;
        return -1;
    }
    if (!__invar_help_zero_or_failure())
        return 0;
    if (left) {
        __invar_help_approximate();
        ((long *)left)[0] = (long)((unsigned long)__VERIFIER_nondet_model_long() >> 1);
        ((long *)left)[1] = __invar_help_nanoseconds();
    }
    return -1;
}
