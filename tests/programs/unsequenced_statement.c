// expect: unsafe
// args: --property default
// A block in an expression is one of the operands, whose order is open.
int main(void) {
    int i = 1;
    return i++ + ({ i; });
}
