/** Mail-style logins: a local part and one of the account domains. */

export interface AccountName {
  localPart: string;
  domain: string;
}

/** "alisher" + "kampus.example" → the whole login. */
export function wholeAccountName({ localPart, domain }: AccountName): string {
  return `${localPart}@${domain}`;
}

/** Splits a login that was typed with its domain; null when it ends in none of the domains. */
export function splitAccountName(typed: string, domains: readonly string[]): AccountName | null {
  const lowerCase = typed.toLowerCase();
  const domain = domains.find((candidate) => lowerCase.endsWith(`@${candidate}`));
  return domain ? { localPart: typed.slice(0, -domain.length - 1), domain } : null;
}

/** The domain on which an address may be corrected: its own, or the first where its own is an account domain no more. */
export const keptDomain = (email: string, domains: readonly [string, ...string[]]): string =>
  splitAccountName(email, domains)?.domain ?? domains[0];
