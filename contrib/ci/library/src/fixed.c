/* Numbers with 8 bits after the point. */

int fixed_clamp(int value, int low, int high) {
  if (value < low)
    return low;
  return value > high ? high : value;
}

int fixed_from_int(short value) {
  return value * 256;
}

int fixed_average(int a, int b) {
  return a / 2 + b / 2;
}

int fixed_ratio(short part, short whole) {
  if (whole == 0)
    return 0;
  return part * 256 / whole;
}

int fixed_smooth(const int samples[4]) {
  long sum = 0;
  for (int i = 0; i < 4; i++)
    sum += samples[i];
  return (int)(sum / 4);
}
