// args: --property default
// expect: safe
// As unsequenced_by_alias.c with two objects, an element and a counter of a struct, and elements that differ.
struct buffer { int length; int data[4]; };
int fill(int *position, int *target) {
  return *target = (*position)++;
}
int main(void) {
  int a = 1, b = 0;
  struct buffer buffer = {0};
  struct buffer *p = &buffer;
  int list[3] = {1, 2, 3};
  int i = 1, j = 2;
  p->data[p->length++] = 7;
  p->data[p->length++] = p->data[0];
  list[i] = list[j]++;
  fill(&a, &b);
  return p->length + list[i];
}
