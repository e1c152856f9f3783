import classes from "#components/ui/drawn-sign.module.css";
import { signColorsOf } from "#lib/members/sign-colors.ts";

interface DrawnSignProps {
  /** Up to four characters. */
  text: string;
  /** Chooses the colours: the same number has the same colours everywhere. */
  seed: number;
  /** Width and height on wide screens, in pixels at the browser's usual font size. */
  widePx?: number;
  /** The same on narrow screens. */
  narrowPx?: number;
}

/** The sign of an institution or a class, which have no picture. */
export function DrawnSign({ text, seed, widePx = 72, narrowPx = 56 }: DrawnSignProps) {
  const [from, to] = signColorsOf(seed);
  return (
    <span
      className={classes.sign}
      style={{
        "--from": from,
        "--to": to,
        "--wide": `${widePx / 16}rem`,
        "--narrow": `${narrowPx / 16}rem`,
      }}
      data-text={text}
      data-long={text.length > 3 || undefined}
      aria-hidden="true"
    />
  );
}
