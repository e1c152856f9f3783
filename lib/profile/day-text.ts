/** "2026-11-20" → "20.11": the Russian order, in digits that every language reads (S-FORMATS). */
export const dayText = (date: string) => `${date.slice(8, 10)}.${date.slice(5, 7)}`;
