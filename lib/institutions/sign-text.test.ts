import { expect, it } from "vitest";
import { signTextOf } from "#lib/institutions/sign-text.ts";

it.each([
  ["Школа № 110 города Ташкента", "110"],
  ["110-maktab", "110"],
  ["Tashkent School No. 5", "5"],
  ["Филиал МГУ в Ташкенте", "МГУ"],
  ["Национальный университет Узбекистана имени Мирзо Улугбека", "НУУ"],
  ["Консерватория", "К"],
  ["!", ""],
])("the sign of %j says %j", (name, text) => {
  expect(signTextOf(name)).toBe(text);
});
