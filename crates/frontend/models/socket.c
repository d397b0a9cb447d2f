// Sockets: the other side sends anything.

// model: socket
int __invar_model_socket(int domain, int type, int protocol)
{
    return __invar_help_zero_or_failure() ? -1 : __invar_help_descriptor();
}

// model: connect
int __invar_model_connect(int file, const void *address, unsigned int n)
{
    if (__invar_reads_output())
        __invar_help_write(address, n, 0);
    return __invar_help_zero_or_failure();
}

// model: bind
int __invar_model_bind(int file, const void *address, unsigned int n)
{
    if (__invar_reads_output())
        __invar_help_write(address, n, 0);
    return __invar_help_zero_or_failure();
}

// model: listen
int __invar_model_listen(int file, int waiting)
{
    return __invar_help_zero_or_failure();
}

// model: accept
int __invar_model_accept(int file, void *address, unsigned int *n)
{
    if (address)
        __invar_not_modelled();
    return __invar_help_zero_or_failure() ? -1 : __invar_help_descriptor();
}

// model: shutdown
int __invar_model_shutdown(int file, int how)
{
    return __invar_help_zero_or_failure();
}

// model: recv
// With MSG_OOB, MSG_PEEK, MSG_DONTWAIT, MSG_WAITALL and MSG_NOSIGNAL. With others the result may be another number:
// MSG_TRUNC gives the length of the message.
__PTRDIFF_TYPE__ __invar_model_recv(int file, void *to, __SIZE_TYPE__ n, int flags)
{
    if (flags & ~(0x1 | 0x2 | 0x40 | 0x100 | 0x4000))
        __invar_not_modelled();
    return __invar_help_read(to, n);
}

// model: send
__PTRDIFF_TYPE__ __invar_model_send(int file, const void *from, __SIZE_TYPE__ n, int flags)
{
    if (__invar_reads_output())
        __invar_help_write(from, n, 0);
    return __invar_help_written(n);
}

// model: inet_addr
// Four decimal numbers with dots; other notations are not modelled.
unsigned int __invar_model_inet_addr(const char *text)
{
    unsigned char bytes[4];
    unsigned int address;
    unsigned int i;
    int value;
    for (i = 0; i < 4; i++) {
        if (*text < '0' || *text > '9' || (*text == '0' && text[1] != (i < 3 ? '.' : 0)))
            __invar_not_modelled();
        value = __invar_help_decimal(&text);
        if (value > 255 || *text != (i < 3 ? '.' : 0))
            __invar_not_modelled();
        bytes[i] = (unsigned char)value;
        if (i < 3)
            text++;
    }
    address = 0;
    for (i = 0; i < 4; i++)
        ((unsigned char *)&address)[i] = bytes[i];
    return address;
}
