// expect: unsafe
// args: --property default
// The access in `first` is valid for one call and not for the other: it is one place for both.
struct list {
    int value;
    struct list *next;
};

static int first(struct list *list) {
    return list->value;
}

int main(void) {
    struct list one = {1, 0};
    struct list two = {2, &one};
    int sum = first(two.next);
    return sum + first(one.next);
}
