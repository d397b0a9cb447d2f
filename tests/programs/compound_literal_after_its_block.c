// expect: unknown compound literal that a pointer may outlive
// args: --property valid-deref
int main(void) {
  int *kept;
  {
    kept = &(int){3};
  }
  return *kept - 3;
}
