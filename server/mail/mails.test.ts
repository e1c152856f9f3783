import { describe, expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { phoneChangedMail } from "#server/account/phone-changed-mail.ts";
import { accountDeletionMail } from "#server/account/service.ts";
import { passwordChangedMail } from "#server/auth/passwords/password-changed-mail.ts";
import { verificationMail } from "#server/auth/verification-mail.ts";
import { requestAnsweredMail } from "#server/institutions/request-answered-mail.ts";
import { recoveryMail, recoverySms } from "#server/recovery/code-delivery.ts";

const deployment = { rootDomain: "kampus.uz", scheme: "https", port: "" } as const;
const brand = "Kampus <b>";
const date = new Date("2026-02-03T20:05:00Z");
const code = "7K2M-9QXC-0HTB-WE4R";

const mailsTo = (locale: string) => {
  const email = "someone@kampus.example";
  const member = { email, name: "<img src=x>", locale, time_zone: null };
  const withPhone = (kind: "kept" | "removed") =>
    passwordChangedMail(member, date, deployment, brand, { phone: "+998901234567", kind });
  const deletedByOperator = (is_suspended: boolean) =>
    accountDeletionMail(member, date, deployment, brand, { is_suspended });
  return {
    verification: verificationMail(member, "token-1", deployment, brand),
    recovery: recoveryMail(member, code, brand),
    "password changed": passwordChangedMail(member, date, deployment, brand),
    "password changed, phone kept": withPhone("kept"),
    "password changed, phone removed": withPhone("removed"),
    "phone changed": phoneChangedMail(
      { ...member, changed_at: date },
      { kind: "changed", phone: "+998901234567" },
      deployment,
      brand,
    ),
    "account deletion": accountDeletionMail(member, date, deployment, brand),
    "account deletion by the operator": deletedByOperator(false),
    "account deletion of a suspended member": deletedByOperator(true),
    "institution accepted": requestAnsweredMail(
      member,
      { asked: "Asked", answer: { institution: { id: 12, name: "<b>" }, wasThere: false } },
      deployment,
      brand,
    ),
    "institution found": requestAnsweredMail(
      member,
      { asked: "Asked", answer: { institution: { id: 12, name: "<b>" }, wasThere: true } },
      deployment,
      brand,
    ),
    "institution rejected": requestAnsweredMail(
      member,
      { asked: "Asked", answer: { reason: "Because" } },
      deployment,
      brand,
    ),
  };
};

it("a mail spells the default brand as the pages in the member's language do, and another brand as the operator does", () => {
  const member = { email: "someone@kampus.example", name: "Анна", locale: "ru" };
  const mail = recoveryMail(member, code, "Kampus");
  expect(mail.subject).toMatch(/— Кампус$/);
  expect(mail.text).not.toContain("Kampus ");
  expect(recoverySms("ru", code, "Kampus")).toMatch(/^Кампус:/);
  expect(recoveryMail(member, code, "Vatandosh").subject).toMatch(/— Vatandosh$/);
});

it("a mail gives the time in the zone of the member, or of Uzbekistan where that is unknown", () => {
  const mailed = (time_zone?: string | null) => {
    const member = { email: "someone@kampus.example", name: "Анна", locale: "ru", time_zone };
    return passwordChangedMail(member, date, deployment, brand).text;
  };
  for (const unknown of [undefined, null, "Nowhere/At_All"])
    expect(mailed(unknown)).toContain("04.02.2026, 01:05 GMT+5");
  expect(mailed("Europe/Berlin")).toContain("03.02.2026, 21:05 GMT+1");
  expect(mailed("America/New_York")).toContain("03.02.2026, 15:05 GMT-5");
});

const cases = locales.flatMap((locale) =>
  Object.entries(mailsTo(locale)).map(([name, mail]) => [name, locale, mail] as const),
);

describe.each(cases)("the %s mail in %s", (_name, locale, mail) => {
  it("names its language and its recipient, as text and as HTML", () => {
    expect(mail.to).toBe("someone@kampus.example");
    expect(mail.html).toContain(`<html lang="${locale}">`);
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain("someone@kampus.example");
      expect(form).not.toMatch(/Mail\.|\{\w+\}/);
    }
  });

  it("shows names and brand as text, and loads nothing", () => {
    expect(mail.text).toContain("<img src=x>");
    expect(mail.html).not.toMatch(/<img|<b>|<script|<link|@import|url\(/);
    expect(mail.html).toContain("&lt;img src=x&gt;");
  });

  it("links to the configured domain alone", () => {
    const links = (mail.text + mail.html).match(/https?:\/\/[^/\s"<]+/g) ?? [];
    const known = ["https://site.kampus.uz", "https://profile.kampus.uz"];
    expect(links.filter((link) => !known.includes(link))).toEqual([]);
  });

  it("has the same content as text and as HTML", () => {
    const shown = mail.html
      .replace(/<style>.*<\/style>/s, "")
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&#39;", "'");
    const words = (text: string) => [...text.matchAll(/[\p{L}\p{N}ʻʼ-]+/gu)].map(([word]) => word);
    expect(words(mail.text).filter((word) => !words(shown).includes(word))).toEqual([]);
  });
});

describe("mails", () => {
  it("differ from language to language", () => {
    const texts = cases.map(([, , { text }]) => text);
    expect(new Set(texts).size).toBe(cases.length);
  });

  it("give times in the digits of ru-RU, with their zone", () => {
    for (const locale of locales) {
      const { "password changed": changed, "account deletion": deletion } = mailsTo(locale);
      expect(changed.text).toContain("04.02.2026, 01:05 GMT+5");
      expect(deletion.text).toContain("04.02.2026, 01:05 GMT+5");
    }
  });

  it("with a code show it in groups, and never in the subject", () => {
    for (const locale of locales) {
      const { recovery } = mailsTo(locale);
      expect(recovery.text).toContain(`\n\n${code}\n\n`);
      expect(recovery.html).toContain(`>${code}</p>`);
      expect(recovery.subject).not.toContain(code.slice(0, 4));
    }
  });

  it("link to the pages that they speak of", () => {
    for (const locale of locales) {
      const mails = mailsTo(locale);
      expect(mails.verification.text).toContain(
        `\nhttps://site.kampus.uz/${locale}/confirmation/token-1\n`,
      );
      expect(mails["password changed"].text).toContain(
        `\nhttps://site.kampus.uz/${locale}/recovery\n`,
      );
      expect(mails["account deletion"].text).toContain(
        `\nhttps://site.kampus.uz/${locale}/login\n`,
      );
    }
  });
});

describe.each(locales)("the text message in %s", (locale) => {
  it("fits a few short messages, with brand and code", () => {
    const text = recoverySms(locale, "01234567", "Kampus");
    expect(text).toMatch(/^(?:Kampus|Кампус): .*\b01234567\b.*10/);
    expect(text.length).toBeLessThanOrEqual(134); // two parts of 67 characters, with letters beyond GSM
  });
});
