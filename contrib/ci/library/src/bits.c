static const unsigned char ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

unsigned bit_get(unsigned value, unsigned number) {
  return number < 32 ? (value >> number) & 1u : 0;
}

unsigned bit_set(unsigned value, unsigned number) {
  return number < 32 ? value | (1u << number) : value;
}

unsigned bit_clear(unsigned value, unsigned number) {
  return number < 32 ? value & ~(1u << number) : value;
}

unsigned bit_count8(unsigned char value) {
  unsigned low = ones[value & 15];
  unsigned high = ones[value >> 4];
  return low + high;
}

unsigned bit_reverse8(unsigned char value) {
  unsigned result = 0;
  for (unsigned i = 0; i < 8; i++)
    result |= ((value >> i) & 1u) << (7 - i);
  return result;
}

int bit_parity(unsigned char value) {
  return bit_count8(value) % 2 == 1;
}
