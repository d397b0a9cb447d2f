// expect: unsafe
// args: --entry sum --property default
// The address of a member of null is next to null, also when it was kept.
struct context {
    unsigned count;
    unsigned state[4];
};
unsigned sum(struct context *c) {
    unsigned *state = c->state;
    unsigned r = 0;
    for (int i = 0; i < 4; i++)
        r ^= state[i];
    return r;
}
