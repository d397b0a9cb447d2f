// expect: unsafe
// args: --engine kind
// Found by fuzzing: facts about v, dead once the passes are through, contradicted each other and made
// every step look impossible.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), v = 1, w;
    y &= 7;
    while (y) {
    }
    v += 1;
    while (x) {
    }
    w = v;
    reach_error();
    return w;
}
