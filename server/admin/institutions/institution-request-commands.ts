/** Institution requests of members: listed, accepted and rejected (D-SCHOOL-REQUEST). */
import { sql } from "kysely";
import { idMax } from "#lib/http/schema.ts";
import { lockInstitution } from "#server/admin/institutions/change-institution.ts";
import {
  type Command,
  type CommandContext,
  pageOptions,
  UsageFault,
} from "#server/admin/command.ts";
import { nameOptions, namesGiven } from "#server/admin/institutions/institution-commands.ts";
import { minute } from "#server/admin/output.ts";
import { type Names, nameOf } from "#server/db/localised-names.ts";
import { plainLine } from "#server/infra/plain-line.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { requestAnsweredMail } from "#server/institutions/request-answered-mail.ts";
import {
  closeInstitutionRequest,
  type InstitutionRequestRow,
  listInstitutionRequests,
  lockInstitutionRequest,
  requesterOf,
  requestStates,
} from "#server/institutions/requests.ts";
import { keepLoadsOut } from "#server/reference/current-institutions.ts";
import { searchNameOf, storeNames } from "#server/reference/store-institutions.ts";

const reasonMax = 500;

export const institutionRequestCommands: Command[] = [
  {
    name: "institutions requests",
    summary: "what members ask to add, oldest first",
    options: {
      state: { value: "STATE", summary: `${requestStates.join(", ")}; open unless given` },
      ...pageOptions,
    },
    example: "institutions requests --state rejected",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const state = given.choice("state", requestStates) ?? "open";
      const page = given.page();
      return async ({ trx, output }) => {
        const rows = await listInstitutionRequests(trx, { state, ...page });
        output.list(rows, {
          columns: [
            { title: "id", width: 7, of: ({ id }) => String(id) },
            { title: "time (UTC)", width: 17, of: ({ created_at }) => minute(created_at) },
            { title: "from", width: 8, of: ({ member_id }) => String(member_id) },
            { title: "language", width: 9, of: ({ locale }) => locale },
            { title: "kind", width: 18, of: ({ kind }) => kind },
            { title: "region", width: 22, of: ({ region }) => region },
            { title: "outcome", width: 22, of: outcomeOf },
            { title: "name", width: 0, of: ({ name }) => name },
          ],
          empty: state === "all" ? "No requests" : `No ${state} requests`,
          ...(rows.length === page.limit && { more: `… newer ones: --after ${rows.at(-1)?.id}` }),
        });
      };
    },
  },
  {
    name: "institutions accept",
    words: "REQUEST",
    summary: "adds what was asked for, or answers with one that is there, and mails the member",
    options: {
      ...nameOptions,
      institution: { value: "ID", summary: "it is this one, which is there already" },
    },
    example: 'institutions accept 3 --ru "Университет" --uz "Universitet" --en "University"',
    alsoFor: ["support"],
    writes: true,
    sendsMail: true,
    plan(given) {
      const [id = 0] = given.ids("a request");
      const names = namesGiven(given);
      const existing = given.number("institution", idMax);
      if (existing !== undefined && Object.keys(names).length > 0)
        throw new UsageFault([
          "--institution names an existing institution, which keeps its names",
        ]);
      return async (context) => {
        const { trx, output, note } = context;
        // A load that has read the institutions already would remove what is added now.
        await keepLoadsOut(trx);
        const request = await openRequest(trx, id);
        const institution =
          existing === undefined
            ? await addInstitution(trx, request, names)
            : await offeredInstitution(trx, existing);
        await closeInstitutionRequest(trx, id, {
          outcome: "accepted",
          object_id: institution.id,
        });
        const wasThere = existing !== undefined;
        const mailed = await mailRequester(context, request, { ...institution, wasThere });
        noteRequest(note, request, institution.id);
        output.done(`Request ${id} is institution ${institution.id}${mailed}`);
      };
    },
  },
  {
    name: "institutions reject",
    words: "REQUEST",
    summary: "adds nothing, and mails the member why",
    options: {
      reason: {
        value: "TEXT",
        summary: "why, as the member reads it, in their language",
        isRequired: true,
        isPrivate: true,
      },
    },
    example: 'institutions reject 4 --reason "Такой академии нет"',
    alsoFor: ["support"],
    writes: true,
    sendsMail: true,
    plan(given) {
      const [id = 0] = given.ids("a request");
      const reason = plainLine(given.required("reason"));
      if (reason.length > reasonMax)
        throw new UsageFault([`--reason: at most ${reasonMax} characters`]);
      return async (context) => {
        const request = await openRequest(context.trx, id);
        await closeInstitutionRequest(context.trx, id, { outcome: "rejected", reason });
        const mailed = await mailRequester(context, request, { reason });
        noteRequest(context.note, request);
        context.output.done(`Request ${id} is rejected${mailed}`);
      };
    },
  },
];

const outcomeOf = ({ outcome, object_id }: InstitutionRequestRow) =>
  outcome === "accepted" ? `accepted as ${object_id ?? "none"}` : (outcome ?? "");

type Transaction = CommandContext["trx"];
type OpenRequest = NonNullable<Awaited<ReturnType<typeof lockInstitutionRequest>>>;

/** @throws {StartFault} */
async function openRequest(trx: Transaction, id: number): Promise<OpenRequest> {
  const request = await lockInstitutionRequest(trx, id);
  if (!request) throw new StartFault([`there is no open request ${id}`]);
  return request;
}

/** @throws {StartFault} also for one that was removed, which the member could not choose */
async function offeredInstitution(trx: Transaction, id: number) {
  const institution = await lockInstitution(trx, id);
  if (institution.retired_at) throw new StartFault([`institution ${id} was removed`]);
  return institution;
}

/** Adds it like one made by members, so that no load removes it; without names it gets the requested one. */
async function addInstitution(
  trx: Transaction,
  { member_id, establishment_id, region_id, name }: OpenRequest,
  given: Names,
): Promise<{ id: number; names: Names }> {
  const names = Object.keys(given).length > 0 ? given : { ru: name };
  const { id } = await trx
    .insertInto("objects")
    .values({
      id: sql<number>`nextval('member_object_ids')`,
      establishment_id,
      region_id,
      names,
      search_name: searchNameOf([...Object.values(names), name]),
      added_aliases: Object.values(names).includes(name) ? [] : [name],
      source: "members",
      author_id: member_id,
      made_at: sql<Date>`now()`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storeNames(trx, [{ id, names }]);
  return { id, names };
}

type Answer = { id: number; names: Names; wasThere: boolean } | { reason: string };

/** Returns whether the member can be mailed. */
async function mailRequester(
  { trx, env, enqueueMail }: CommandContext,
  { member_id, name }: OpenRequest,
  answer: Answer,
): Promise<string> {
  const requester = await requesterOf(trx, member_id);
  if (!requester) return "; the member cannot be mailed any more";
  const said =
    "reason" in answer
      ? answer
      : {
          institution: { id: answer.id, name: nameOf(answer.names, requester.locale) },
          wasThere: answer.wasThere,
        };
  await enqueueMail(
    requestAnsweredMail(requester, { asked: name, answer: said }, env.deployment, env.brand),
  );
  return `; member ${member_id} is mailed`;
}

function noteRequest(
  note: CommandContext["note"],
  { id, member_id }: OpenRequest,
  institutionId?: number,
): void {
  note(`request ${id}`, `member ${member_id}`);
  if (institutionId !== undefined) note(`institution ${institutionId}`);
}
