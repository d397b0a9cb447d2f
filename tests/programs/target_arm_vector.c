// expect: unknown
// args: --target arm-none-eabi
// Vectors of other machines than x86 are not modelled.
typedef int four __attribute__((vector_size(16)));
int main(void)
{
    four v = {1, 2, 3, 4};
    return v[0] - 1;
}
