/* Contracts that vanish in ordinary builds. */
#ifdef INVAR
#define REQUIRES(...) __CPROVER_requires(__VA_ARGS__)
#define ASSIGNS(...) __CPROVER_assigns(__VA_ARGS__)
#define FRESH(p, n) __CPROVER_is_fresh(p, n)
#define OBJECT(p) __CPROVER_object_whole(p)
#else
#define REQUIRES(...)
#define ASSIGNS(...)
#endif
