import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { invitationWords } from "#server/invitations/invitation-words.ts";
import {
  drawInvitation,
  pictureSize,
  placedLines,
} from "#server/invitations/picture/draw-invitation.ts";
import { fitText } from "#server/invitations/picture/fit-text.ts";
import { drawable, widthOf } from "#server/invitations/picture/typeface.ts";

const common = {
  inviter: { name: "Алишер Каримов" },
  total: 20,
  is_rounded: true,
  object: null,
  start: null,
  end: null,
  group: null,
  chat: null,
};
const longName = "Государственный специализированный общеобразовательный лицей-интернат".repeat(4);
const unbroken = "Щ".repeat(255);

const invitations = {
  kampus: { ...common, kind: "kampus" },
  class: {
    ...common,
    kind: "class",
    object: { id: 1, name: "Школа № 110, Ташкент" },
    end: 2014,
    group: "11-Б",
  },
  "class of a long name": {
    ...common,
    kind: "class",
    inviter: { name: `${unbroken} ${unbroken}` },
    object: { id: 1, name: longName },
    start: 2022,
    total: null,
  },
  group: { ...common, kind: "group", chat: { title: "🎓 Oʻzbekiston gʻuruhi қўғҳ 漢字" } },
  "group of emoji": { ...common, kind: "group", chat: { title: "🎓🎓" } },
  "group of letters that the typeface lacks": {
    ...common,
    kind: "group",
    chat: { title: "우리 반" },
  },
  "group of one long word": { ...common, kind: "group", chat: { title: "W".repeat(100) } },
} as const;

describe.each(locales)("the picture of an invitation in %s", (locale) => {
  it.each(Object.entries(invitations))(
    "contains all of its text: %s",
    async (_name, invitation) => {
      const words = invitationWords(invitation, locale, "Kampus");
      const lines = placedLines(words);
      for (const { text, weight, size, x, y } of lines) {
        expect(text).not.toBe("");
        // The network of dots begins at 980.
        expect(x + widthOf(text, weight) * size).toBeLessThanOrEqual(960);
        expect(y - size).toBeGreaterThanOrEqual(40);
        expect(y + size * 0.3).toBeLessThanOrEqual(pictureSize.height - 40);
      }
      const picture = sharp(await drawInvitation(words));
      expect(await picture.metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
      for (const { text, weight, size, x, y, ink } of lines) {
        // The last letters of the line are drawn, in its ink.
        const right = Math.floor(x + widthOf(text, weight) * size);
        const end = { left: right - 40, top: Math.floor(y - size), width: 40, height: size + 12 };
        const { data, info } = await picture
          .clone()
          .extract(end)
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const wanted = [1, 3, 5].map((at) => Number.parseInt(ink.slice(at, at + 2), 16));
        const inked = Array.from({ length: info.width * info.height }, (_, pixel) =>
          wanted.every((value, channel) => Math.abs((data[pixel * 3 + channel] ?? 0) - value) < 40),
        ).filter(Boolean);
        expect([text, inked.length > 4]).toEqual([text, true]);
      }
    },
  );
});

describe("a fitted text", () => {
  const room = { weight: 700, width: 800, linesMax: 3, sizes: [76, 44] } as const;

  it("has the largest size that fits, then smaller ones, then is cut with an ellipsis", () => {
    expect(fitText("Выпуск 2014", room)).toEqual({ size: 76, lines: ["Выпуск 2014"] });
    expect(fitText("Ташкентский университет информационных технологий", room).size).toBe(44);
    const cut = fitText(longName, room);
    expect(cut.lines).toHaveLength(3);
    expect(cut.lines.at(-1)).toMatch(/…$/);
  });

  it("loses characters that our typeface lacks, and none of our languages", () => {
    expect(drawable("🎓 Курс 漢字 №1")).toBe("Курс №1");
    const ours = "Ўқғҳ Oʻgʻ ʼ „“ — Ёё Ъъ ABC 0123 №·«»…";
    expect(drawable(ours)).toBe(ours);
  });
});
