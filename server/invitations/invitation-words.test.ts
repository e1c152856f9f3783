import { expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { invitationWords } from "#server/invitations/invitation-words.ts";

const invitation = {
  kind: "kampus",
  inviter: { name: "Алишер Каримов" },
  total: 1000,
  object: null,
  start: null,
  end: null,
  group: null,
  chat: null,
} as const;

it.each(locales)("a great number of members is written the Russian way in %s", (locale) => {
  for (const is_rounded of [true, false])
    expect(invitationWords({ ...invitation, is_rounded }, locale, "Kampus").total).toMatch(
      /(?<!\d)1\u00A0000(?!\d)/,
    );
});
