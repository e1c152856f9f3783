import type { Client } from "#server/auth/client.ts";
import { passwordMatches } from "#server/auth/passwords/password.ts";
import { findUser } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField, isTooManyRequests } from "#server/http/failure.ts";
import { networkOf, wideNetworkOf } from "#server/http/client-network.ts";
import type { LimitName } from "#server/plugins/ceilings.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface Account {
  id: number;
  password_hash: string;
}

interface Guess<Found extends Account> {
  /** The kind as the security trail names it. */
  kind: "login" | "reauthentication";
  /** Finds the account, if there is one with the address. */
  find: () => Promise<Found | undefined>;
  email: string;
  password: string;
  client: Client;
  /** The name of a known device or of the asking session: failures of others do not delay it. */
  known: string | undefined;
}

/** The keys under which a guess is counted. */
interface Counted {
  limits: [LimitName, string][];
  /** The login whose password is guessed. */
  target: string;
  source: string;
  /** The source whose failures delay the guess, as the security trail names it. */
  reason: "network" | "device";
}

const pairOf = (email: string, { ip }: Pick<Client, "ip">) => `${email}|${networkOf(ip)}`;

/** A stranger is counted by the login and the network. */
const countedAsStranger = (email: string, client: Pick<Client, "ip">): Counted => ({
  limits: [
    ["loginFailureByNetwork", client.ip],
    ["loginFailure", pairOf(email, client)],
  ],
  target: email,
  source: wideNetworkOf(client.ip),
  reason: "network",
});

/** A known device or session is counted by its own failures alone, whatever its network. */
const countedAsKnown = (email: string, known: string): Counted => {
  const target = `${email}|${known}`;
  return { limits: [["loginFailure", target]], target, source: "", reason: "device" };
};

/**
 * Checks a password under the limits on guessing, in the same way for accounts that exist and that do not (SEC-A1,
 * SEC-A2, SEC-A9). Returns the account, or undefined when there is none or the password is wrong. @throws {Failure}
 * `too_many_requests`.
 */
export async function checkGuarded<Found extends Account>(
  limits: Limits,
  { kind, find, email, client, known, password }: Guess<Found>,
): Promise<Found | undefined> {
  const counted =
    known === undefined ? countedAsStranger(email, client) : countedAsKnown(email, known);
  const { waitS } = await countAsFailure(limits, counted, async (reason, wait) => {
    const account = (await find())?.id ?? null;
    client.note(`${kind}_delayed`, { account, reason, waitS: wait });
  });
  const account = await find();
  if ((await passwordMatches(account?.password_hash, password)) && account) {
    await forget(limits, counted);
    return account;
  }
  const reason = account ? "password" : "login";
  client.note(`${kind}_failed`, { account: account?.id ?? null, reason });
  // A wrong guess of a session also counts against logins from its network, so that the two limits do not add up.
  if (kind === "reauthentication")
    await limits.consume("loginFailure", pairOf(email, client)).catch(ignoreDelay);
  if (waitS !== undefined) throw new Failure("too_many_requests", { retryAfterS: waitS });
  return undefined;
}

/**
 * Asks a signed-in member for the password again, before an action that a stolen session must not take (SEC-A8). A
 * wrong password counts against this session, so that nobody elsewhere can delay the member, and against logins
 * from the same network. @throws {Failure} `invalid` on `field`, `too_many_requests`
 */
export const createReauthentication =
  (db: Db, limits: Limits) =>
  async (userId: number, password: string, client: Client, field = "password"): Promise<void> => {
    const row = await findUser(db, userId);
    if (!row) throw new Failure("unauthenticated");
    const { email } = row;
    const known = client.sessionId && `session:${client.sessionId}`;
    const find = () => Promise.resolve(row);
    const guess = { kind: "reauthentication", email, find, password, client, known } as const;
    // Only right passwords count, so that whoever has the session alone cannot use up the limit.
    const retryAfterS = await limits.waitS("reauthentication", userId);
    if (retryAfterS > 0) throw new Failure("too_many_requests", { retryAfterS });
    const confirmed = await checkGuarded(limits, guess);
    if (!confirmed) throw invalidField(field, "Site.wrongPassword");
    await limits.consume("reauthentication", userId);
  };

function ignoreDelay(error: unknown): void {
  if (!isTooManyRequests(error)) throw error;
}

/**
 * A guess counts as a failure until it proves to be right, because concurrent guesses would otherwise all find the
 * count low.
 */
async function countAsFailure(
  limits: Limits,
  { limits: counts, target, source, reason }: Counted,
  noteDelay: (reason: string, waitS: number) => Promise<void>,
) {
  const taken: [LimitName, string][] = [];
  try {
    for (const [name, key] of counts) {
      await limits.consume(name, key);
      taken.push([name, key]);
    }
    return await limits.failures.begin(target, source);
  } catch (error) {
    // A request that has to wait made no guess.
    for (const [name, key] of taken) await limits.refund(name, key);
    if (isTooManyRequests(error))
      await noteDelay(taken.length < counts.length ? reason : "account", error.retryAfterS ?? 0);
    throw error;
  }
}

async function forget(limits: Limits, counted: Counted): Promise<void> {
  for (const [name, key] of counted.limits)
    if (name === "loginFailureByNetwork") await limits.refund(name, key);
    else await limits.reset(name, key);
  await limits.failures.forget(counted.target, counted.source);
}

/** Clears the failures of a member who was identified in another way. */
export async function forgetFailures(
  limits: Limits,
  email: string,
  client: Pick<Client, "ip">,
  known: string | undefined,
): Promise<void> {
  await limits.reset("loginFailure", pairOf(email, client));
  await limits.failures.forget(email, wideNetworkOf(client.ip));
  if (known !== undefined) await forget(limits, countedAsKnown(email, known));
}
