/* Insertion sort of some readings. */
#include <assert.h>

#define COUNT 5

extern int reading(void);

int main(void) {
    int values[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = reading();
    for (int i = 1; i < COUNT; i++) {
        int value = values[i], j = i;
        while (j > 0 && values[j - 1] > value) {
            values[j] = values[j - 1];
            j--;
        }
        values[j] = value;
    }
    for (int i = 1; i < COUNT; i++)
        assert(values[i - 1] <= values[i]);
    return 0;
}
