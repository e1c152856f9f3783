import fastify from "fastify";
import { expect, it } from "vitest";
import type { InvitationWords } from "#server/invitations/invitation-words.ts";
import { invitationPictureRoutes } from "#server/invitations/picture/routes.ts";
import { errorsPlugin } from "#server/plugins/errors.ts";
import { createLimits } from "#server/plugins/limits.ts";

const words = (title: string): InvitationWords => ({
  invites: "Вас приглашает Алишер Каримов",
  title,
  total: "Там уже более 20 человек",
  lead: "Встречайтесь с теми, с кем учились",
  brand: "Kampus",
  shared: title,
  description: title,
});

it("pictures are drawn one at a time, and whoever would wait longer than two seconds is asked to come later", async () => {
  await using app = fastify();
  await app.register(errorsPlugin);
  await app.register(invitationPictureRoutes, {
    findShared: (_locale, code) => Promise.resolve(words(code)),
    limits: createLimits(null, 1),
  });
  const codes = Array.from({ length: 40 }, (_, at) => `code-${at}`);
  const answers = await Promise.all(codes.map((code) => app.inject(`/ru/i/${code}.png`)));
  const drawn = answers.filter(({ statusCode }) => statusCode === 200);
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.length).toBeLessThan(10);
  for (const { headers } of drawn) expect(headers["content-type"]).toBe("image/png");
  const refused = answers.filter((answer) => !drawn.includes(answer));
  for (const { statusCode } of refused) expect(statusCode).toBe(503);
  for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});
