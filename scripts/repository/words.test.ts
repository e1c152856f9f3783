import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";

/** A word that is not used in a language, and the one that members read for the same idea instead. */
interface RetiredWord {
  retired: RegExp;
  instead: string;
  /** Messages in which it means something else, each with what that is. */
  allowed?: Record<string, string>;
}

const captcha = "the picture of a captcha, which shows a code and is no photo";
const captchaTexts = Object.fromEntries(
  ["Site.wrongCaptcha", "Captcha.label", "Captcha.alt", "Captcha.reload", "Captcha.loading"]
    .concat("Captcha.backToPicture")
    .map((key) => [key, captcha]),
);

/** By language. The beginning of a word is enough, because what follows is a suffix; letters before it make another word. */
const retiredWords: Record<string, RetiredWord[]> = {
  ru: [
    { retired: /(?<!\p{L})(?:бесед|диалог)/iu, instead: "чат" },
    {
      retired: /(?<!\p{L})(?:изображени|картин|снимк|снимок)/iu,
      instead: "фото",
      allowed: captchaTexts,
    },
    { retired: /(?<!\p{L})уч[её]тн/iu, instead: "аккаунт" },
    { retired: /(?<!\p{L})администратор/iu, instead: "админ" },
    { retired: /(?<!\p{L})пользовател/iu, instead: "участник" },
  ],
  uz: [
    { retired: /(?<!\p{L})(?:akkaunt|account)/iu, instead: "hisob" },
    { retired: /(?<!\p{L})administrator/iu, instead: "admin" },
    { retired: /(?<!\p{L})foydalanuvchi/iu, instead: "aʼzo" },
    // Whom one writes with is a suhbatdosh, and to talk is suhbatlashmoq.
    { retired: /(?<!\p{L})suhbat(?!dosh|lash)/iu, instead: "chat" },
    // What is official is rasmiy.
    { retired: /(?<!\p{L})(?:rasm(?!iy)|foto)/iu, instead: "surat", allowed: captchaTexts },
  ],
  en: [
    { retired: /\b(?:conversation|dialogue?)/i, instead: "chat" },
    { retired: /\b(?:picture|image)/i, instead: "photo", allowed: captchaTexts },
    // A login is the name that one signs in with.
    { retired: /\blog(?:s|ged|ging)?[ -](?:in|out|on|off)\b/i, instead: "sign in, sign out" },
  ],
};

interface Tree {
  [key: string]: Tree | string;
}

/** Every text by its whole key, without the names of its arguments and tags, which nobody reads. */
function textsOf(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string"
      ? [[prefix + key, value.replaceAll(/\{\w+|<\/?\w+>/g, "")]]
      : textsOf(value, `${prefix}${key}.`),
  );
}

describe.each(Object.entries(retiredWords))("the texts in %s", (locale, words) => {
  const tree = JSON.parse(readFileSync(inRoot(`messages/${locale}.json`), "utf8")) as Tree; // messages.test.ts has its shape
  const texts = textsOf(tree);

  it.each(words)("say $instead, and never $retired", ({ retired, allowed = {} }) => {
    const said = texts.filter(([key, text]) => retired.test(text) && !(key in allowed));
    expect(said).toEqual([]);
  });

  it.each(words)("need each exception from $instead", ({ retired, allowed = {} }) => {
    const byKey = new Map(texts);
    const idle = Object.keys(allowed).filter((key) => !retired.test(byKey.get(key) ?? ""));
    expect(idle).toEqual([]);
  });
});
