/** A member of the settings' journeys, and the other devices where they are signed in. */
import { captchaAnswer, type Kampus } from "#e2e/kampus.ts";
import type { Member } from "#e2e/members.ts";
import { signedIn } from "#lib/auth/schema.ts";
import { captcha } from "#lib/captcha/schema.ts";

export const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

export async function tryLogin(
  kampus: Kampus,
  { email, password }: Pick<Member, "email" | "password">,
  userAgent = "",
) {
  const { key } = captcha.parse(JSON.parse((await kampus.request("", "/api/captcha/flat")).body));
  return kampus.request("", "/api/ru/login", {
    method: "POST",
    headers: { "user-agent": userAgent },
    body: { login: email, password, captcha: captchaAnswer, key },
  });
}

/** The same member, signed in a second time on a telephone. */
export async function onAnIPhone(kampus: Kampus, member: Member): Promise<Member> {
  const answer = await tryLogin(kampus, member, iPhone);
  return { ...member, token: signedIn.parse(JSON.parse(answer.body)).token };
}
