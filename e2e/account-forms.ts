/** Shared steps of the journeys over the account screens. */
import type { Page } from "@playwright/test";
import { z } from "zod";
import { expect, type Locale, textsOf } from "#e2e/fixtures.ts";
import { captchaAnswer, type Kampus } from "#e2e/kampus.ts";
import { freshLocalPart, type Member, memberPassword, type PersonName } from "#e2e/members.ts";
import { dataOf } from "#lib/http/schema.ts";

/** The texts of an account form in a language. */
export function accountFormOf(page: Page, locale: Locale = "ru") {
  const text = textsOf(locale);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const textbox = (name: string) => page.getByRole("textbox", { name, exact: true });
  const captcha = textbox(text("Captcha.label"));
  const picture = page.getByRole("img", { name: text("Captcha.alt") });
  /** Until a captcha has come that was not tried yet, Enter sends nothing. */
  const captchaHasCome = async () => {
    await expect(button(text("Captcha.reload"))).toHaveAttribute("aria-busy", "false");
    await expect(picture.locator("visible=true")).toHaveAttribute("src", /^data:/);
  };
  const login = textbox(text("Auth.login"));
  const password = textbox(text("Auth.password"));
  /** Answers the captcha once it has loaded, and sends the form by Enter. */
  const send = async (answer = captchaAnswer) => {
    await captchaHasCome();
    await captcha.fill(answer);
    await captcha.press("Enter");
  };
  /** The fields of the sign-up from top to bottom, with what a new member types into them. */
  const signUpFields = (names: PersonName, localPart: string) =>
    [
      [textbox(text("Auth.surname")), names.surname],
      [textbox(text("Auth.name")), names.name],
      [textbox(text("Auth.patronymic")), names.patronymic],
      [textbox(text("Auth.email")), localPart],
      [password, memberPassword],
      [textbox(text("Auth.passwordConfirmation")), memberPassword],
    ] as const;
  return {
    text,
    button,
    textbox,
    login,
    password,
    captcha,
    captchaHasCome,
    signUpFields,
    send,
    picture,
    submitLogin: button(text("Auth.signIn")),
    /** The red alert of a failure that belongs to no field. */
    alert: page.getByRole("alert").filter({ hasText: text("Site.error") }),
    withoutPicture: button(text("Captcha.notRobot")),
    async logIn(member: Pick<Member, "email" | "password">, answer?: string) {
      await login.fill(member.email);
      await password.fill(member.password);
      await send(answer);
    },
    /** Fills in and sends the sign-up; returns the address of the account. */
    async signUp(names: PersonName, localPart = freshLocalPart()) {
      for (const [field, words] of signUpFields(names, localPart)) await field.fill(words);
      await send();
      return `${localPart}@kampus.example`;
    },
  };
}

/** Opens the page of an account form and waits for its captcha. */
export async function openForm(page: Page, address: string, locale: Locale = "ru") {
  await page.goto(address);
  const form = accountFormOf(page, locale);
  await form.captchaHasCome();
  return form;
}

/** A machine that runs all suites at once takes its time over the work. */
const solvedWithinMs = 45_000;

/** Waits until the check without a picture has passed; returns its text. */
export async function solved(page: Page) {
  const passed = page.getByText(textsOf("ru")("Captcha.solved"));
  await expect(passed).toBeVisible({ timeout: solvedWithinMs });
  return passed;
}

const mailbox = dataOf(z.array(z.object({ text: z.string() })));

/** The code in the newest mail to an address that has one. */
export const recoveryCode = (kampus: Kampus, email: string) =>
  codeSentTo(kampus, email, /\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b/);

/** The code in the newest text to a phone, once there are `count`. */
export const textedCode = (kampus: Kampus, phone: string, count = 1) =>
  codeSentTo(kampus, phone, /\b\d{8}\b/, count);

async function codeSentTo(kampus: Kampus, to: string, pattern: RegExp, count = 1): Promise<string> {
  let codes: string[] = [];
  await expect
    .poll(async () => {
      const { body } = await kampus.request("mail", `/messages?to=${encodeURIComponent(to)}`);
      const texts = mailbox.parse(JSON.parse(body)).data.map((mail) => mail.text);
      codes = texts.flatMap((text) => pattern.exec(text) ?? []);
      return codes.length;
    })
    .toBeGreaterThanOrEqual(count);
  return codes[0] ?? "";
}
