// expect: safe
// args: --entry second --property default
// Pointers in memory of a caller are null or lead to objects.
struct node {
    struct node *next;
    int value;
};
int second(struct node *node) {
    if (node && node->next)
        return node->next->value;
    return 0;
}
