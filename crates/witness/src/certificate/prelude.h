/* A violation of the property, or of an invariant: check-c.sh gives it a body that fails. */
extern void invar_target(void);
#define INVAR_ASSERT(c) ((c) ? (void)0 : invar_target())
#define INVAR_ASSUME(c) __CPROVER_assume(c)
/* Any value. */
#define INVAR_ANY(x) ({ __typeof__(x) invar_any; (x) = invar_any; (void)0; })
/* The head of a loop: the invariant must hold where it is reached first; what the loop changes then has any value for which
   the invariant holds; one iteration later it must hold again, and the execution ends. */
#define INVAR_HEAD(n) (invar_first_##n ? (INVAR_ASSERT(INVARIANT_##n), CHANGED_##n, INVAR_ASSUME(INVARIANT_##n), \
    (void)(invar_first_##n = 0)) : (INVAR_ASSERT(INVARIANT_##n), INVAR_ASSUME(0)))
