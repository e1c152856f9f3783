/**
 * Finds how a name reads, however it is spelled, and whether it passes for the service: "Support", "Ѕuрроrt" and
 * "5upp0rt" read the same (SEC-X4).
 */
import { normalized } from "#lib/validation/normalized.ts";

/**
 * Letters by the Latin letter that they look like: confusables.txt of UTS 39, version 17, and Cyrillic small letters.
 */
const lookAlikes = {
  a: "ᴀɑαаΑАᎪᗅꓮ",
  b: "вьʙƄЬᏏᑲᖯꞴΒⲂВᏴᗷꓐ𐌁ɓᑳƃƂБƀҍҌѣѢ",
  c: "ᴄςⲥсꮯ𐐽ΣⲤСᏟꓚ𐌂𐐕ȼҫҪ",
  d: "ᴅԁᏧᑯꓒᎠᗞᗪꓓɗɖƌđĐÐƉ",
  e: "ᴇзꬲеҽΕЕᎬꓰɇɆҿ",
  f: "ꬵꞙƒẝքꞘϜᖴꓝƑᵮ",
  g: "ɢɡᶃƍցԌᏀᏳꓖɠǥǤ",
  h: "нʜһհᏂΗⲎНᎻᕼꓧɦꚕᏲⱧҢħћĦӉӇ",
  i: "ıɪɩιⲓіꙇւꭵᎥɨᵻᵼ",
  j: "ᴊϳјꞲͿЈᎫᒍꓙɉɈ",
  k: "кᴋΚⲔКᏦꓗƙⱩҚꝀҞ",
  l: "ʟƖǀΙⲒІӏӀוןꓲ𐌉ⳐᏞᒪꓡ𐐛łŁɭƗƚɫ",
  m: "мᴍΜϺⲘМᎷᗰꓟ𐌑Ӎ",
  n: "пɴոռΝⲚꓠɳƞŋηղƝᵰ",
  o: "ᴏᴑꬽοσⲟϭоօס𐐬ΟⲞОՕꓳ𐐄øꬾØɵꝋⲑөѳꮎꮻƟꝊθΘⲐӨѲᎾᏫꭴ",
  p: "ᴘþƿρϸⲣⳏрΡⲢⳎРᏢᑭꓑƥᵽ",
  q: "ԛգզʠ",
  r: "ʀꭇꭈᴦⲅгꮁƦᎡᏒᖇꓣɽɼɍғᵲ",
  s: "ꜱƽѕꮪ𐑈ЅՏᏕᏚꓢ𐐠ʂᵴ",
  t: "тτᴛΤⲦТᎢꓔ𐌕ƭȾƮҬŧŦᵵ",
  u: "иμꞟᴜꭎꭒʋυսՍᑌꓴџᵾꮜɄᏌ",
  v: "ᴠνѵטꮩѴᏙᐯꓦ",
  w: "ɯᴡⲽѡшԝաꮃԜᎳᏔꓪѽꝡ",
  x: "хᕁᕽꞳΧⲬХꓫ𐌗Ҳ",
  y: "ɣᶌʏỿꭚγⲩуүΥⲨУҮᎩᎽꓬƴɏұɎҰ",
  z: "ᴢꮓΖᏃꓜʐƶƵȥȤᵶ",
};

/** Digits and signs that stand for letters; i, l, 1 and I look like one stroke. */
const standIns = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "b",
  "7": "t",
  "8": "b",
  "9": "g",
};
const signs = { "!": "l", "|": "l", i: "l", $: "s", "@": "a", "€": "e" };

const letters = new Map<string, string>([
  ...Object.entries(lookAlikes).flatMap(([letter, all]) =>
    Array.from(all, (one): [string, string] => [one, letter === "i" ? "l" : letter]),
  ),
  ...Object.entries({ ...standIns, ...signs }),
]);

/** 🅐, 🅰 and 🇦, which Unicode normalisation does not change. */
const firstOfLetters = [0x1f150, 0x1f170, 0x1f1e6];

function letterOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const first = firstOfLetters.find((start) => code >= start && code < start + 26);
  const plain = first === undefined ? character : String.fromCodePoint(0x61 + code - first);
  const small = plain.toLowerCase();
  return letters.get(plain) ?? letters.get(small) ?? small;
}

/** Equal for texts that look or read alike: without accents, and with repeated letters once. */
const skeleton = (text: string) =>
  Array.from(normalized(text, "NFKD").replace(/[\p{M}\p{Cf}]/gu, ""), letterOf)
    .join("")
    .replace(/[^\p{L}\p{N}]|\p{Lm}/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replace(/(.)\1+/gu, "$1");

const words = (written: string) => written.trim().split(/\s+/).map(skeleton);

const kampus = words("kampus кампус кампуса кампусу кампусом кампусе");

/** Words that only staff of the service are called, in all their grammatical cases. */
const staff = new Set(
  words(`
    support саппорт podderjka podderzhka техподдержка техподдержки техподдержке
    поддержка поддержки поддержке поддержку поддержкой qollabquvvatlash қўллабқувватлаш texyordam техёрдам helpdesk
    admin admins administrator administrators administration админ админы админа админом
    администратор администраторы администратора администрация администрации администрацию администрацией
    administratsiya administratsiyasi администрацияси mamuriyat mamuriyati маъмурият маъмурияти
    moderator moderators moderation moderatsiya модератор модераторы модератора модерация модерации
    sysadmin сисадмин superuser
    webmaster postmaster hostmaster noreply donotreply mailerdaemon
  `),
);

/** Words that a name may contain, but not consist of. */
const alone = words("security xavfsizlik хавфсизлик безопасность system система");

/** Words that mean nothing alone, but mean the service together with one of the others. */
const company = words(`
    team команда jamoa jamoasi service services служба службы sluzhba xizmat xizmati хизмат хизмати desk center centre
    центр markazi online онлайн official officially официальный официальная официальное официально rasmiy расмий real
    the of my our your наш наша help помощь yordam info инфо chat чат чата bot бот site сайт сайта saytda sayti group
    группа tech technical тех технический техническая uz ru en contact contacts account accounts
    news новости mail и va ва and безопасность безопасности сеть сети
`);

/** Company words that in an account name describe its owner: "chat.user". */
const customers = words("user users client customer");

/** Words that only as a whole address pass for the service: "recovery" does, "recovery17" and "chat.user" do not. */
const topics = new Set(
  words(`
    account accounts alert alerts api billing bot chat contact feedback info mail mailbox messenger newsletter
    notification notifications password privacy profile recovery sales service settings site spam verification verify
  `),
);

/** The readings of a part: "1support24" is "support" too; in "5upport" the digit is a letter. */
const spellings = (part: string) =>
  [part, part.replace(/\P{L}+$/u, ""), part.replace(/^\P{L}+|\P{L}+$/gu, "")].map(skeleton);

/** Whether the text consists only of such words one after the other, at least one of `needed`. */
function isMadeOf(text: string, needed: ReadonlySet<string>, besides: Iterable<string>): boolean {
  const all = [...needed, ...besides].filter(Boolean);
  // The best case before each place: 0 nothing leads there, 1 words of `besides`, 2 one of `needed`.
  const found = [1, ...Array.from(text, () => 0)];
  for (let at = 0; at < text.length; at += 1)
    for (const word of found[at] ? all : []) {
      // Where one word ends and the next begins with the same letter, both share it, because repeated letters count
      // once.
      const sharesLetter = at > 0 && word.startsWith(text.charAt(at - 1));
      const starts = sharesLetter ? [at - 1, at] : [at];
      for (const start of starts.filter((place) => text.startsWith(word, place))) {
        const so = needed.has(word) ? 2 : (found[at] ?? 0);
        found[start + word.length] = Math.max(found[start + word.length] ?? 0, so);
      }
    }
  return found[text.length] === 2;
}

interface Reserved {
  /** The name of the service, where the operator has changed it. */
  brand?: string | undefined;
  /** More words that are reserved alone and beside others of this kind. */
  more?: readonly string[];
}

const brandsOf = ({ brand = "" }: Reserved) =>
  new Set([...kampus, skeleton(brand)].filter((word) => word !== ""));

/** The words of a name, once with digits as letters and once with digits as separators. */
const partsOf = (name: string) => [
  ...name.split(/[^\p{L}\p{M}\p{N}$@!|€]+/u).flatMap(spellings),
  ...name.split(/[^\p{L}\p{M}]+/u).map(skeleton),
];

/**
 * Whether a title passes for the service: it consists of such words only, or has both its name and a word for its
 * staff.
 */
export function readsAsService(title: string, reserved: Reserved = {}): boolean {
  const brands = brandsOf(reserved);
  const needed = new Set([...brands, ...staff, ...alone, ...(reserved.more ?? []).map(skeleton)]);
  const parts = partsOf(title);
  return (
    spellings(title).some((spelling) => isMadeOf(spelling, needed, [...company, ...customers])) ||
    (parts.some((part) => brands.has(part)) && parts.some((part) => staff.has(part)))
  );
}

/** Whether the name of a person has any word of the service: "Kampus-Алишер", but neither "Admira" nor "Adminov". */
export function namesService(name: string, reserved: Reserved = {}): boolean {
  const brands = brandsOf(reserved);
  return (
    partsOf(name).some((part) => brands.has(part) || staff.has(part)) ||
    readsAsService(name, reserved)
  );
}

/** Whether an address consists of nothing but names for parts of the service: "ver.ify" and "mail.info". */
export const namesTopic = (localPart: string): boolean =>
  isMadeOf(skeleton(localPart), topics, company);
