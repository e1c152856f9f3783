import { expect, it } from "vitest";
import { reportLine } from "#server/reports/print-reports.ts";

it("a long name is cut between letters, never within one", () => {
  const row = {
    ...{ id: 1, created_at: new Date(0), closed_at: null, open_about: 1, text: null },
    ...{ reporter_id: 2, reporter: `a${"𐐨".repeat(40)}`, reported_id: 3, reported: "Каримов" },
    reason: "spam" as const,
  };
  expect(reportLine(false, row)).toContain(` 2 a${"𐐨".repeat(26)}… `);
});
