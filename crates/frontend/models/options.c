// Options of a command line. Which option comes next is left open, and so is the order that the arguments get, so no
// violation is claimed afterwards.

// helper: __invar_help_argument
// The argument of an option: the rest of any argument. `kind` is 1 where it must be there, 2 where it need not.
char *__invar_help_argument(int argc, char *const *argv, int kind)
{
    char *text;
    if (kind != 1 && (kind == 0 || __VERIFIER_nondet_model_bool()))
        return 0;
    text = argv[1 + __VERIFIER_nondet_model_uint() % (unsigned int)(argc - 1)];
    while (*text && __VERIFIER_nondet_model_bool())
        text++;
    return text;
}

// helper: __invar_help_option_begins
// -1 where no option is left.
int __invar_help_option_begins(int argc, char *const *argv, const char *options)
{
    extern int optind;
    extern char *optarg;
    if (argc < 1)
        return -1;
    __invar_help_approximate();
    __invar_permuted((void *)argv);
    // Other orders and extensions.
    if (options[0] == '-' || options[0] == '+')
        __invar_not_modelled();
    optarg = 0;
    optind = (int)(__VERIFIER_nondet_model_uint() % (unsigned int)argc) + 1;
    return argc < 2 || __VERIFIER_nondet_model_bool() ? -1 : 0;
}

// helper: __invar_help_option
int __invar_help_option(int argc, char *const *argv, const char *options)
{
    extern char *optarg;
    extern int optopt;
    __SIZE_TYPE__ at = options[0] == ':';
    char c;
    if (__VERIFIER_nondet_model_bool()) {
        optopt = (int)__VERIFIER_nondet_model_uint();
        return options[0] == ':' && __VERIFIER_nondet_model_bool() ? ':' : '?';
    }
    while (options[at] && __VERIFIER_nondet_model_bool())
        at++;
    c = options[at];
    if (c == 0 || c == ':' || c == ';')
        return '?';
    if (options[at + 1] == ';')
        __invar_not_modelled();
    if (options[at + 1] == ':')
        optarg = __invar_help_argument(argc, argv, options[at + 2] == ':' ? 2 : 1);
    return c;
}

// model: getopt
int __invar_model_getopt(int argc, char *const *argv, const char *options)
{
    if (__invar_help_option_begins(argc, argv, options))
        return -1;
    return __invar_help_option(argc, argv, options);
}

// helper: __invar_help_long_option __invar_long_option
struct __invar_long_option {
    const char *name;
    int argument;
    int *flag;
    int value;
};
int __invar_help_long_option(int argc, char *const *argv, const void *table, int *index)
{
    const struct __invar_long_option *known = table;
    extern char *optarg;
    int at = 0;
    while (known[at].name && __VERIFIER_nondet_model_bool())
        at++;
    if (!known[at].name)
        return '?';
    if (index)
        *index = at;
    optarg = __invar_help_argument(argc, argv, known[at].argument);
    if (!known[at].flag)
        return known[at].value;
    *known[at].flag = known[at].value;
    return 0;
}

// model: getopt_long getopt_long_only
int __invar_model_getopt_long(int argc, char *const *argv, const char *options, const void *table, int *index)
{
    if (__invar_help_option_begins(argc, argv, options))
        return -1;
    if (__VERIFIER_nondet_model_bool())
        return __invar_help_long_option(argc, argv, table, index);
    return __invar_help_option(argc, argv, options);
}
