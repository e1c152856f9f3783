import type messages from "#messages/ru.json";

/** Texts of the interface: namespaces at the top, as in messages/ru.json. */
export type Messages = typeof messages;
export type Namespace = keyof Messages;

declare module "next-intl" {
  interface AppConfig {
    Locale: string;
    Messages: Messages;
  }
}
