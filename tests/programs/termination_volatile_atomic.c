// expect: unsafe
// args: --property termination
// An atomic read of a volatile object is an input.
volatile int flag;
int main(void) {
  while (__atomic_load_n(&flag, 0)) ;
  return 0;
}
