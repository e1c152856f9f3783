import type { Client } from "#server/auth/client.ts";
import { passwordMatches } from "#server/auth/password.ts";
import { networkOf } from "#server/network-of.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface Account {
  password_hash: string;
}

const pairOf = (email: string, client: Pick<Client, "ip">) => `${email}|${networkOf(client.ip)}`;

/**
 * Checks a password under the limits on guessing, the same for accounts that exist and that do not (security.md A1, A2).
 * Answers the account, or undefined when there is none or the password is wrong.
 * @throws {Failure} `too_many_requests`.
 */
export async function checkGuarded<Found extends Account>(
  limits: Limits,
  email: string,
  client: Client,
  password: string,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const pair = pairOf(email, client);
  // Counted as failures until they prove right: guesses that come at once would all find the count low.
  await limits.consume("loginFailureByAddress", client.ip);
  await limits.consume("loginFailure", pair);
  try {
    await limits.failures.begin(email);
  } catch (error) {
    // Who has to wait because of somebody else's guesses has guessed nothing.
    await limits.refund("loginFailureByAddress", client.ip);
    await limits.refund("loginFailure", pair);
    throw error;
  }
  const account = await find();
  if (!(await passwordMatches(account?.password_hash, password)) || !account) return undefined;
  await limits.refund("loginFailureByAddress", client.ip);
  await forgetFailures(limits, email, client);
  return account;
}

/** For a member who has proved to be one. */
export async function forgetFailures(
  limits: Limits,
  email: string,
  client: Pick<Client, "ip">,
): Promise<void> {
  await limits.reset("loginFailure", pairOf(email, client));
  await limits.failures.forget(email);
}
