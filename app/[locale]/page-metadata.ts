import type { Metadata } from "next";
import type { MessageKeys, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { Messages } from "#lib/i18n/messages.ts";

/** The `generateMetadata` of a page, by the key of its title. */
export const pageMetadata =
  (title: MessageKeys<Messages, NestedKeyOf<Messages>>, others?: Metadata) =>
  async (): Promise<Metadata> => ({ title: (await getTranslations())(title), ...others });
