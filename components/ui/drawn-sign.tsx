import classes from "#components/ui/drawn-sign.module.css";

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

interface DrawnSignProps {
  /** Up to four characters. */
  text: string;
  /** The same number has the same colours everywhere. */
  seed: number;
  /** Width and height in pixels, where the browser's font has its usual size, on wide and on narrow screens. */
  size?: number;
  narrow?: number;
}

/** What stands for an institution or a class, which have no picture. */
export function DrawnSign({ text, seed, size = 72, narrow = 56 }: DrawnSignProps) {
  const [from, to] = gradients[Math.abs(seed) % gradients.length] ?? gradients[0];
  return (
    <span
      className={classes.sign}
      style={{
        "--from": from,
        "--to": to,
        "--wide": `${size / 16}rem`,
        "--narrow": `${narrow / 16}rem`,
      }}
      data-text={text}
      data-long={text.length > 3 || undefined}
      aria-hidden="true"
    />
  );
}
