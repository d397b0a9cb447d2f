// expect: unsafe
// args: --property default
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void); int __VERIFIER_nondet_int(void);
struct S{int a; short b; char c;}; int main(void){ struct S*s=malloc(sizeof*s); unsigned n=__VERIFIER_nondet_uchar(); if(n<8) {free(s); return 0;} memset(s,0,n); int r=s->a+s->b+s->c; free(s); return r; }
