/** Members with every kind of relation, and an object of each kind: for the walk through docs/access.md. */
import type { ChatKind } from "#lib/messenger/contract/schema.ts";
import type { PrivacyInput } from "#lib/privacy/schema.ts";
import type { Caller, RouteText } from "#server/testing/access/access-document.ts";
import { studies, testEntries, works } from "#server/testing/data/educations-and-jobs.ts";
import {
  insertedPassword,
  oneMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { gathering } from "#server/testing/data/test-events.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";
import { multipartOf, plainImage } from "#server/testing/data/test-images.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const nobodys = 2_147_483_647;

/** The class of what the owner studied. */
const ownClass = String(studies.end);

/** The input of a call besides ids. */
const bodies: Record<string, () => object> = {
  "PUT /api/{locale}/profile/setting/educations/{education}": () => studies,
  "PUT /api/{locale}/profile/setting/jobs/{job}": () => works,
  "POST /messenger/group/create/chat/{member}": () => ({ title: "Группа" }),
  "POST /messenger/group/members/{group}": () => ({ remove: [nobodys] }),
  "POST /messenger/group/rename/{group}": () => ({ title: "Химия" }),
  "POST /messenger/group/role/{group}": () => ({ role: "admin" }),
  "POST /messenger/{x}/sendMessage": () => ({ client_id: crypto.randomUUID(), text: "Салом" }),
  "POST /messenger/{x}/readMessages/{chat}": () => ({ seq: 1 }),
  "POST /messenger/{x}/editMessage/{chat}": () => ({ seq: 1, text: "Хайр" }),
  "POST /messenger/{x}/deleteMessage/{chat}": () => ({ seq: 1 }),
  "POST /messenger/{x}/react/{chat}": () => ({ seq: 1, emoji: "👍" }),
  "POST /messenger/{x}/markUnread/{chat}": () => ({ seq: 1 }),
  "POST /messenger/{x}/mute/{chat}": () => ({ muted: true }),
  "POST /messenger/{x}/pin/{chat}": () => ({ pinned: true }),
  "POST /messenger/{x}/draft/{chat}": () => ({ text: "Салом", version: 0 }),
  "DELETE /api/{locale}/profile/setting/sessions/{session}": () => ({ password: insertedPassword }),
  "POST /api/{locale}/invitations": () => ({ kind: "group" }),
  "POST /api/{locale}/objects/{institution}/classes/{key}/events": () => gathering(),
  "PUT /api/{locale}/events/{event}": () => gathering(),
  "POST /api/{locale}/events/{event}/answer": () => ({ answer: "going" }),
  "POST /api/{locale}/reports": () => ({ reason: "spam" }),
};

export async function accessWorld(kampus: TestKampus) {
  const profiles = testProfiles(kampus);
  const [owner, friend, stranger, peer, blocker, blocked] = await signedInMembers(kampus, 6);
  const unverified = await oneMember(kampus, { verified: false });
  await profiles.befriend(owner, friend);
  await profiles.block(blocker, owner);
  await profiles.block(owner, blocked);
  const messenger = testMessenger(kampus);
  const chat = await messenger.open(owner, peer);
  await messenger.say(owner, chat.id);
  const group = await messenger.group(owner, "Физика", [peer]);
  await messenger.say(owner, group.id, "Салом", "group");
  const invitation = await kampus.post(
    "/api/ru/invitations",
    { kind: "kampus" },
    { token: owner.token },
  );
  const education = await testEntries(kampus, "educations", studies).add(owner);
  const ids: Record<string, number> = {
    member: owner.id,
    education,
    job: await testEntries(kampus, "jobs", works).add(owner),
    image: await profiles.addImage(owner),
    media: await profiles.addMedia(owner),
    institution: studies.object_id,
    key: studies.end ?? 0,
    chat: chat.id,
    group: group.id,
    groupmate: peer.id,
    session: await insertSession(kampus, owner),
    invitation: invitation.json<{ data: { id: number } }>().data.id,
    event: await insertEvent(kampus, owner),
  };
  const tokens: Record<Caller, string | undefined> = {
    anonymous: undefined,
    unverified: unverified.token,
    stranger: stranger.token,
    friend: friend.token,
    owner: owner.token,
    blocker: blocker.token,
    blocked: blocked.token,
  };

  const classChat = `/api/en/objects/${ids.institution}/classes/${ids.key}/chat`;
  await kampus.post(classChat, {}, { token: owner.token });
  const image = await plainImage().jpeg().toBuffer();

  /** `exists`: with the ids of the owner's things; else with ids of nothing. `x` is the kind of their chat. */
  const call = (
    { method, path, bodyIds }: RouteText,
    caller: Caller,
    { exists = true, x = "private" }: { exists?: boolean; x?: ChatKind } = {},
  ) => {
    const idOf = (name: string) => {
      const id = ids[name === "chat" && x === "group" ? "group" : name];
      if (id === undefined) throw new Error(`docs/access.md: there is no {${name}}`);
      return exists ? id : nobodys;
    };
    const url = path
      .replace("{locale}", "en")
      .replace("{x}", x)
      .replace("{key}", ownClass)
      .replace(/\{(\w+)\}/g, (_whole, name: string) => String(idOf(name)));
    const body = {
      ...bodies[`${method} ${path}`]?.(),
      ...Object.fromEntries(
        Object.entries(bodyIds).map(([field, name]) => [field, idOf(name)] as const),
      ),
    };
    const token = tokens[caller];
    return kampus.call(method, url, {
      ...(token !== undefined && { token }),
      ...(Object.keys(body).length > 0 && { body }),
      ...(url.includes("/image/") &&
        method === "POST" && { body: multipartOf(["image", image, "a.jpg"]) }),
    });
  };

  return {
    call,
    hide: (privacy: PrivacyInput) => profiles.hide(owner, privacy),
    /** The owner was seen once. */
    showUp: () => kampus.updateMember(owner, { last_seen_at: new Date() }),
  };
}

async function insertSession({ db }: TestKampus, owner: { id: number }): Promise<number> {
  const { id } = await db
    .insertInto("sessions")
    .values({
      token_hash: Buffer.from(crypto.randomUUID()),
      user_id: owner.id,
      expires_at: new Date(Date.now() + 60_000),
      user_agent: "another device",
      ip: "127.0.0.1",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function insertEvent({ db }: TestKampus, author: { id: number }): Promise<number> {
  const { id } = await db
    .insertInto("class_events")
    .values({
      object_id: studies.object_id,
      class_key: ownClass,
      author_id: author.id,
      title: "Встреча",
      text: "",
      place: "",
      time_zone: "Asia/Tashkent",
      starts_at: new Date(gathering().start),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
