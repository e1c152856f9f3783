/**
 * What a name reads as, however it is spelled, and whether it passes for the service: "Support", "Ѕuрроrt" and "5upp0rt"
 * are one name to a reader (SEC-X4).
 */

/** Letters by the Latin one that they look like: confusables.txt of UTS 39, version 17, and Cyrillic of small letters. */
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

/** Digits and signs that stand for letters; and i, l, 1 and I are one stroke. */
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

/** 🅐, 🅰 and 🇦, which Unicode does not take apart. */
const firstOfLetters = [0x1f150, 0x1f170, 0x1f1e6];

function letterOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const first = firstOfLetters.find((start) => code >= start && code < start + 26);
  const plain = first === undefined ? character : String.fromCodePoint(0x61 + code - first);
  const small = plain.toLowerCase();
  return letters.get(plain) ?? letters.get(small) ?? small;
}

/** Equal for texts that look or read alike: without accents, and letters that repeat count once. */
const skeleton = (text: string) =>
  Array.from(text.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, ""), letterOf)
    .join("")
    .replace(/[^\p{L}\p{N}]|\p{Lm}/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replace(/(.)\1+/gu, "$1");

const words = (written: string) => written.trim().split(/\s+/).map(skeleton);

const kampus = words("kampus кампус кампуса кампусу кампусом кампусе");

/** What only people of the service are called, the words in all their cases. */
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

/** What a name may hold, but not be. */
const alone = words("security xavfsizlik хавфсизлик безопасность system система");

/** What means nothing by itself, and the service beside one of those. */
const company = words(`
    team команда jamoa jamoasi service services служба службы sluzhba xizmat xizmati хизмат хизмати desk center centre
    центр markazi online онлайн official officially официальный официальная официальное официально rasmiy расмий real
    the of my our your наш наша help помощь yordam info инфо chat чат чата bot бот site сайт сайта saytda sayti group
    группа tech technical тех технический техническая uz ru en contact contacts account accounts user users client customer
    news новости mail и va ва and безопасность безопасности сеть сети
`);

/** "1support24" is "support" too; yet "5upport" begins with a letter that is a digit. */
const spellings = (part: string) =>
  [part, part.replace(/\P{L}+$/u, ""), part.replace(/^\P{L}+|\P{L}+$/gu, "")].map(skeleton);

/** Whether the text is nothing but such words one after the other, one of `needed` at least. */
function isMadeOf(text: string, needed: ReadonlySet<string>, besides: Iterable<string>): boolean {
  const all = [...needed, ...besides].filter(Boolean);
  // What stands before each place, in the best case: nothing that leads there, words beside it, or one that is needed.
  const found = [1, ...Array.from(text, () => 0)];
  for (let at = 0; at < text.length; at += 1)
    for (const word of found[at] ? all : []) {
      // Where one ends and the next begins with the same letter, both share it: letters that repeat count once.
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
  /** The name of the service, where the operator gave it another one. */
  brand?: string | undefined;
  /** More words that are not to be had alone, nor beside others of this kind. */
  more?: readonly string[];
}

const brandsOf = ({ brand = "" }: Reserved) =>
  new Set([...kampus, skeleton(brand)].filter((word) => word !== ""));

/** The words of a name, with digits as letters and with digits as what parts them. */
const partsOf = (name: string) => [
  ...name.split(/[^\p{L}\p{M}\p{N}$@!|€]+/u).flatMap(spellings),
  ...name.split(/[^\p{L}\p{M}]+/u).map(skeleton),
];

/** Whether a title passes for the service: wholly made of its words, or with both its name and a word of its staff. */
export function readsAsService(title: string, reserved: Reserved = {}): boolean {
  const brands = brandsOf(reserved);
  const needed = new Set([...brands, ...staff, ...alone, ...(reserved.more ?? []).map(skeleton)]);
  const parts = partsOf(title);
  return (
    spellings(title).some((spelling) => isMadeOf(spelling, needed, company)) ||
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
