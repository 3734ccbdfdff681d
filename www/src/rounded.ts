// How results are rounded: alike on the screen, in copies and sheets, and in shared links.

/** A number with so many decimals, half away from zero. Zero has no sign. */
export function rounded(value: number, decimals: number): number {
  // The largest numbers are whole, and would become infinite.
  if (Number.isInteger(value)) return value + 0;
  const power = 10 ** decimals;
  const size = Math.abs(value) * power;
  // 1.005 * 100 is 100.49999999999999, and was a half before computations with doubles.
  const whole = Math.round(size + Math.min(size * 1e-14, 1e-6)) / power;
  return value < 0 ? 0 - whole : whole;
}
