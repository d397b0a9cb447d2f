// expect: unsafe
// args: --property default
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <stdio.h>
#include <unistd.h>
unsigned char __VERIFIER_nondet_uchar(void); int __VERIFIER_nondet_int(void);
struct S{int a; short b;};
struct V{int x,y,z;}; static void save(void*o,const struct V*v,int k){ memcpy(o,v,k*sizeof*v); } int main(void){ struct V a={1,2,3},b; save(&b,&a,1+(__VERIFIER_nondet_uchar()==5)); assert(b.z==3); return 0; }
