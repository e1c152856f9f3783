/** Birthdays: a day and a month, never the year (D-BIRTHDAY). */
import * as z from "zod/mini";

const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** February has 29 days: a member born on the 29th gives that day in any year. */
export const daysOfMonth = (month: number): number => daysOf[month - 1] ?? 31;

const invalid = { error: "Site.invalid" };

export const birthday = z.object({
  day: z.int(invalid).check(z.gte(1, invalid), z.lte(31, invalid)),
  month: z.int(invalid).check(z.gte(1, invalid), z.lte(12, invalid)),
});
export type Birthday = z.infer<typeof birthday>;

/** In a form, a part that is not chosen yet is 0. */
const isChosen = z.refine<number>((part) => part !== 0, { error: "Site.dayAndMonth", abort: true });

/** The form and the request: a day that exists in the month. */
export const birthdayInput = z
  .object(
    {
      day: z.int(invalid).check(isChosen, z.gte(1, invalid), z.lte(31, invalid)),
      month: z.int(invalid).check(isChosen, z.gte(1, invalid), z.lte(12, invalid)),
    },
    invalid,
  )
  .check(
    z.refine(({ day, month }) => day > 31 || day <= daysOfMonth(month), {
      error: "Site.noSuchDay",
    }),
  );

/** Who sees it; `classmates` includes friends. */
export const birthdayAudience = z.enum(["nobody", "friends", "classmates"], invalid);
export type BirthdayAudience = z.infer<typeof birthdayAudience>;
