/** Both ends are dark enough for white letters. */
const gradients = [
  ["#0b5f59", "#12857a"],
  ["#1d4f8f", "#3272b8"],
  ["#6f2c5c", "#a1477b"],
  ["#6f4d12", "#96701f"],
  ["#2f5c1d", "#4b802c"],
  ["#85361c", "#b0532f"],
  ["#4a3a8c", "#7158bd"],
] as const;

/** From and to of the gradient behind a sign. The same number has the same colours everywhere. */
export const signColorsOf = (seed: number) =>
  gradients[Math.abs(seed) % gradients.length] ?? gradients[0];
