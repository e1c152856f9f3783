import "react";

declare module "react" {
  /** Lets `style` pass values to a stylesheet: `style={{ "--size": "40px" }}`. */
  // eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- an augmentation can only add members
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
