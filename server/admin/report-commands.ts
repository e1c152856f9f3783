/** Members' reports to the operator, and their outcomes. */
import { type Command, pageOptions } from "#server/admin/command.ts";
import { shortenName, minute } from "#server/admin/output.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import {
  findReport,
  listReports,
  type ReportRow,
  reportStates,
  settleReports,
} from "#server/reports/repository.ts";
import type { ReportOutcome } from "#server/reports/tables.ts";

const outcomes = ["unfounded", "warned", "suspended", "deleted"] as const satisfies ReportOutcome[];

/** The id, by which the operator finds the member, and the name. */
const person = (id: number, name: string) => `${id} ${shortenName(name)}`;

/** A deleted subject has neither id nor name. */
const about = ({ about_id, about: name }: Pick<ReportRow, "about_id" | "about">) =>
  about_id === null ? "deleted" : person(about_id, name ?? "");

/** Who or what the report is about, in the form by which the audit finds it. */
function subjectsOf({ id, subject, about_id }: Pick<ReportRow, "id" | "subject" | "about_id">) {
  const kind = subject === "chat" || subject === "institution" ? subject : "member";
  return [`report ${id}`, ...(about_id === null ? [] : [`${kind} ${about_id}`])];
}

/** Who owns the group now, and who did at the first report, where that is another: a group may be handed to the victim. */
function ownersOf({ owner_id, owner, first_owner_id, first_owner }: ReportRow) {
  const now = owner_id === null ? [] : [`owner    ${person(owner_id, owner)}`];
  if (first_owner_id === null || first_owner_id === owner_id) return now;
  return [...now, `former   ${person(first_owner_id, first_owner)}, owner at the first report`];
}

export const reportCommands: Command[] = [
  {
    name: "reports",
    summary: "what members report: members, events, chats, invitations, institutions; oldest first",
    options: {
      state: { value: "STATE", summary: `${reportStates.join(", ")}; open unless given` },
      ...pageOptions,
    },
    example: "reports --state settled --limit 20",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const state = given.choice("state", reportStates) ?? "open";
      const page = given.page();
      return async ({ trx, output }) => {
        const rows = await listReports(trx, { state, ...page });
        output.list(rows, {
          columns: [
            { title: "id", width: 7, of: ({ id }) => String(id) },
            { title: "time (UTC)", width: 17, of: ({ created_at }) => minute(created_at) },
            { title: "from", width: 36, of: (row) => person(row.reporter_id, row.reporter) },
            { title: "what", width: 11, of: ({ subject }) => subject },
            { title: "about", width: 36, of: about },
            { title: "open", width: 5, of: ({ open_about }) => String(open_about) },
            { title: "reason", width: 7, of: ({ reason }) => reason },
            {
              title: "outcome",
              width: 10,
              of: ({ closed_at, outcome }) => (closed_at ? (outcome ?? "settled") : ""),
            },
            { title: "text", width: 0, of: ({ text }) => text ?? "" },
          ],
          empty: state === "all" ? "No reports" : `No ${state} reports`,
          ...(rows.length === page.limit && { more: `… newer ones: --after ${rows.at(-1)?.id}` }),
        });
      };
    },
  },
  {
    name: "reports show",
    words: "ID",
    summary: "one report, with all of its text",
    example: "reports show 3",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const [id = 0] = given.ids("a report");
      return async ({ trx, output, note }) => {
        const row = await findReport(trx, id);
        if (!row) throw new StartFault([`there is no report ${id}`]);
        note(...subjectsOf(row));
        output.show(row, [
          `report   ${row.id}, ${minute(row.created_at)} (UTC), ${row.reason}`,
          `from     ${row.reporter_id} ${row.reporter}`,
          `about    ${row.subject} ${row.about_id === null ? "deleted" : `${row.about_id} ${row.about ?? ""}, ${row.open_about} open about it`}`,
          ...ownersOf(row),
          `outcome  ${row.closed_at ? `${row.outcome ?? "settled"}, ${minute(row.closed_at)}` : "open"}`,
          ...(row.content === null ? [] : [`said     ${row.content}`]),
          ...(row.event_id === null ? [] : [`event    ${row.event_id} ${row.event ?? ""}`]),
          ...(row.invitation_id === null
            ? []
            : [`link     ${row.invitation_id} ${row.invitation ?? ""}`]),
          `text     ${row.text ?? ""}`,
        ]);
      };
    },
  },
  {
    name: "reports settle",
    words: "ID…",
    summary: "is done with open reports, saying what was decided",
    options: { outcome: { value: "OUTCOME", summary: outcomes.join(", "), isRequired: true } },
    example: "reports settle 3 7 --outcome unfounded",
    alsoFor: ["support"],
    writes: true,
    plan(given) {
      const ids = [...new Set(given.ids("a report"))];
      const outcome = given.choice("outcome", outcomes) ?? "unfounded";
      return async ({ trx, output, note }) => {
        const settled = await settleReports(trx, ids, outcome);
        const others = ids.filter((id) => !settled.some((row) => row.id === id));
        if (others.length > 0)
          throw new StartFault(others.map((id) => `there is no open report ${id}`));
        for (const row of settled) note(...subjectsOf(row));
        output.done(`Settled ${settled.map(({ id }) => id).join(", ")}: ${outcome}`);
      };
    },
  },
];
