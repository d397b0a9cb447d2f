// expect: unsafe
// args: --property const-write
static const int numbers[2] = {1, 2};

int main(void) {
  *(int *)numbers = 3;
  return numbers[0] - 3;
}
