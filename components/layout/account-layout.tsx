import type { ReactNode } from "react";
import classes from "#components/layout/account-layout.module.css";
import { Logo } from "#components/layout/brand/logo.tsx";
import { NetworkIllustration } from "#components/layout/network-illustration.tsx";

interface AccountLayoutProps {
  /** Right side of the header. */
  actions: ReactNode;
  caption: { title: string; text: string };
  /** Below the card. */
  footer: ReactNode;
  children: ReactNode;
}

/** One centred card of 440 px, beside a quiet illustration on wide screens (D-LOOK). */
export function AccountLayout({ actions, caption, footer, children }: AccountLayoutProps) {
  return (
    <div className={classes.root}>
      <div className={classes.side}>
        <header className={classes.header}>
          <Logo />
          <div className={classes.actions}>{actions}</div>
        </header>
        <main id="main" tabIndex={-1} className={classes.main}>
          <div className={classes.card}>{children}</div>
        </main>
        {footer}
      </div>
      <aside className={classes.aside}>
        <div className={classes.illustration}>
          <NetworkIllustration />
          <div className={classes.caption}>
            <p className={classes.captionTitle}>{caption.title}</p>
            <p className={classes.captionText}>{caption.text}</p>
          </div>
        </div>
      </aside>
    </div>
  );
}
