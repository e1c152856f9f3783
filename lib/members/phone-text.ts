/** The usual grouping of the digits after each country code. */
const groupings = [
  /^(\+998)(\d{2})(\d{3})(\d{2})(\d{2})$/,
  /^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/,
] as const;

/** "+998901234567" → "+998 90 123 45 67"; a number of another country stays in E.164. No number is "". */
export function phoneText(phone: string | null): string {
  const grouped = groupings.map((grouping) => grouping.exec(phone ?? "")).find(Boolean);
  return grouped ? grouped.slice(1).join(" ") : (phone ?? "");
}
