import { studies, works } from "#server/testing/educations-and-jobs.ts";

const anybody = [200, 200, 200];
const checked = [422, 422, 422]; // open, and refuses what the test sends
const signedIn = [401, 200, 200];
const verified = [401, 403, 200];

const params = "GET /api/{locale}/profile/setting/params";

const entries = (kind: "educations" | "jobs", body: object) => ({
  [`GET /api/{locale}/user/{id}/profile/${kind}`]: { statuses: verified },
  [`GET /api/{locale}/profile/setting/${kind}`]: { statuses: verified },
  [`POST /api/{locale}/profile/setting/${kind}`]: { statuses: [401, 403, 201], body },
  [`GET /api/{locale}/profile/setting/${kind}/{nobody}/edit`]: { statuses: [401, 403, 404] },
  [`PUT /api/{locale}/profile/setting/${kind}/{nobody}`]: { statuses: [401, 403, 404], body },
  [`DELETE /api/{locale}/profile/setting/${kind}/{nobody}`]: { statuses: [401, 403, 404] },
});

/** Every route: what an anonymous, an unverified and a verified caller get. {id} is another member, {chat} a chat of the caller, {nobody} nobody's. */
export const accessTable: Record<string, { statuses: number[]; body?: object }> = {
  "GET /api/captcha/flat": { statuses: anybody },
  "GET /api/captcha/work": { statuses: anybody },
  "GET /api/languages": { statuses: anybody },
  "GET /api/{locale}/settings": { statuses: anybody },
  "GET /api/{locale}/categories": { statuses: anybody },
  "GET /api/{locale}/objects": { statuses: anybody },
  "GET /api/{locale}/objects/{nobody}": { statuses: [404, 404, 404] },
  "GET /api/{locale}/objects/{nobody}/members": { statuses: [401, 403, 404] },
  "POST /api/{locale}/registration": { statuses: checked, body: {} },
  "POST /api/{locale}/login": { statuses: checked, body: {} },
  "POST /api/{locale}/email/verify": { statuses: checked, body: { token: "none" } },
  "POST /api/{locale}/password/email": { statuses: checked, body: {} },
  "POST /api/{locale}/password/code/check": { statuses: checked, body: {} },
  "POST /api/{locale}/password/reset": { statuses: checked, body: {} },
  "POST /api/{locale}/password/phone": { statuses: checked, body: {} },
  "POST /api/{locale}/password/code/check/otp": { statuses: checked, body: {} },
  "POST /api/{locale}/password/reset/otp": { statuses: checked, body: {} },
  "GET /api/{locale}/user": { statuses: signedIn },
  "GET /api/{locale}/email/resend": { statuses: signedIn },
  "GET /api/{locale}/users": { statuses: verified },
  "GET /api/{locale}/users/suggestions": { statuses: verified },
  "DELETE /api/{locale}/users/suggestions/{id}": { statuses: verified },
  "GET /api/{locale}/user/{id}": { statuses: verified },
  "GET /api/{locale}/user/{id}/statistics": { statuses: verified },
  "GET /api/{locale}/profile/statistics": { statuses: verified },
  "GET /api/{locale}/user/{id}/profile/friends": { statuses: verified },
  "GET /api/{locale}/profile/friends/active": { statuses: verified },
  "GET /api/{locale}/profile/friends/to/disactive": { statuses: verified },
  "GET /api/{locale}/profile/friends/from/disactive": { statuses: verified },
  "GET /api/{locale}/profile/friends/counts": { statuses: verified },
  "POST /api/{locale}/profile/friends/friendship/{id}/add": { statuses: verified },
  "POST /api/{locale}/profile/friends/friendship/{id}/status": { statuses: verified },
  "POST /api/{locale}/profile/friends/friendship/{id}/accept": { statuses: [401, 403, 409] },
  "POST /api/{locale}/profile/friends/friendship/{id}/delete": { statuses: verified },
  "GET /api/{locale}/profile/blocks": { statuses: verified },
  "POST /api/{locale}/profile/blocks/{id}": { statuses: verified },
  // Taken back at once: the routes that follow need the other.
  "DELETE /api/{locale}/profile/blocks/{id}": { statuses: verified },
  "POST /api/{locale}/reports": {
    statuses: [401, 403, 201],
    body: { user_id: "{id}", reason: "spam" },
  },
  "GET /api/{locale}/user/{id}/profile/images": { statuses: verified },
  "GET /api/{locale}/profile/setting/images/list": { statuses: verified },
  "POST /api/{locale}/profile/setting/images/list": { statuses: verified, body: { page: 1 } },
  "POST /api/{locale}/profile/setting/images/upload": { statuses: [401, 403, 415], body: {} },
  "POST /api/{locale}/profile/setting/images/set/main": {
    statuses: [401, 403, 404],
    body: { id: 2_147_483_647 },
  },
  "POST /api/{locale}/profile/setting/images/delete": {
    statuses: [401, 403, 404],
    body: { id: 2_147_483_647 },
  },
  "GET /api/{locale}/user/{id}/profile/media": { statuses: verified },
  "GET /api/{locale}/profile/media/list": { statuses: verified },
  "POST /api/{locale}/profile/media/upload": { statuses: [401, 403, 415], body: {} },
  "POST /api/{locale}/profile/media/delete": {
    statuses: [401, 403, 404],
    body: { id: 2_147_483_647 },
  },
  "GET /messenger/chats/{x}": { statuses: verified },
  "GET /messenger/chats/{x}/{chat}": { statuses: verified },
  "POST /messenger/private/create/chat/{id}": { statuses: verified },
  "GET /messenger/{x}/getMessages/{chat}": { statuses: verified },
  "POST /messenger/{x}/sendMessage": {
    statuses: [401, 403, 201],
    body: { chat_id: "{chat}", client_id: "5b0c1f4e-6d0e-4e3a-9f3c-0f6b5e1f2a11", text: "Салом" },
  },
  "POST /messenger/{x}/readMessages/{chat}": { statuses: verified, body: { seq: 1 } },
  "GET /messenger/new/messages": { statuses: verified },
  "GET /api/{locale}/profile/setting/account": { statuses: signedIn },
  "PUT /api/{locale}/profile/setting/account": {
    statuses: signedIn,
    body: { surname: "Каримов", name: "Али", patronymic: "Олимович", phone: null, locale: "en" },
  },
  "GET /api/{locale}/profile/setting/privacy": { statuses: signedIn },
  "PUT /api/{locale}/profile/setting/privacy": { statuses: signedIn, body: { media: "friends" } },
  "PUT /api/{locale}/profile/setting/password": { statuses: [401, 422, 422], body: {} },
  "GET /api/{locale}/profile/setting/sessions": { statuses: signedIn },
  "DELETE /api/{locale}/profile/setting/sessions": { statuses: signedIn },
  "DELETE /api/{locale}/profile/setting/sessions/{nobody}": { statuses: [401, 404, 404] },
  "POST /api/{locale}/profile/setting/deletion": { statuses: [401, 422, 422], body: {} },
  "GET /api/{locale}/profile/setting/export": { statuses: signedIn },
  ...entries("educations", studies),
  ...entries("jobs", works),
  [`${params}/establishments`]: { statuses: verified },
  [`${params}/regions`]: { statuses: verified },
  [`${params}/objects`]: { statuses: verified },
  [`${params}/start`]: { statuses: verified },
  [`${params}/end`]: { statuses: verified },
  [`${params}/spheres`]: { statuses: verified },
  [`${params}/positions`]: { statuses: verified },
  // Last: it ends the callers' sessions.
  "POST /api/logout": { statuses: signedIn },
};
