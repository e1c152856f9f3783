import { expect, it } from "vitest";
import { createOutput } from "#server/admin/output.ts";

it("text of a member cannot control the operator's terminal, as a table or as JSON, which keeps it", () => {
  const rows = [{ id: 1, text: "a\u009b2J\u001b[2J\u202eb\u2066\u2028\u{e0041}c" }];
  const printed = (isJson: boolean) => {
    const output = createOutput({ isJson, isDryRun: false, showProgress: () => undefined });
    output.list(rows, {
      columns: [{ title: "text", width: 0, of: ({ text }) => text }],
      empty: "",
    });
    if (rows[0]) output.show(rows[0], [rows[0].text]);
    return output.take();
  };
  const unsafe = /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u;
  for (const line of [...printed(false), ...printed(true)]) expect(line).not.toMatch(unsafe);
  expect(JSON.parse(printed(true)[0] ?? "")).toEqual(rows);
});
