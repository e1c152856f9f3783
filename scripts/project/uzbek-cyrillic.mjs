// @ts-check
/** Uzbek in Cyrillic, made from Uzbek in Latin: the rules of the alphabet, and the words that keep their own spelling. */
/** Written in Latin in every language; a Cyrillic ending may follow an apostrophe. */
const latinWords = new Set(
  (
    "JPEG PNG WebP GIF AVIF HEIC PDF Office ZIP JSON IP IT HR UX UI QA SMM SEO PR Email Caps Lock " +
    "cookie halloween wifi wlan wc cd dvd cl c abc abcd email iPhone iPad Backend Frontend DevOps Ajou Oxbridge TEAM"
  ).split(" "),
);

/**
 * Beginnings of words that the rules would misspell, mostly borrowed by way of Russian: ц, ь, ъ, э and я that the
 * Latin alphabet does not tell apart. The longest one that fits is taken.
 *
 * @type {Record<string, string>}
 */
const stems = Object.fromEntries(
  (
    "albom альбом, alpinist альпинист, angilya ангилья, apelsin апельсин, asunson асунсьон, " +
    "belgiya бельгия, budilnik будильник, call колл, delfin дельфин, duel дуэль, " +
    "emoji эмодзи, fakultet факультет, farmatsevt фармацевт, feldsher фельдшер, film фильм, " +
    "filtr фильтр, fransiya франция, fransuz француз, gertsegovina герцеговина, golf гольф, " +
    "kalmar кальмар, kompyuter компьютер, konditsioner кондиционер, konsert концерт, " +
    "kultura культура, litsenziya лицензия, litsey лицей, malta мальта, meditsina медицина, " +
    "melburn мельбурн, melilya мелилья, mototsikl мотоцикл, nyu нью, nyuans нюанс, " +
    "obyekt объект, ofitser офицер, ofitsiant официант, oktabr октябр, palma пальма, " +
    "palto пальто, payariq пайариқ, pitsa пицца, podgoritsa подгорица, polsha польша, " +
    "protsent процент, puls пульс, pult пульт, pxenyan пхеньян, rayon район, " +
    "salvador сальвадор, santyago сантьяго, sentabr сентябр, senzura цензура, setse цеце, " +
    "shprits шприц, shveytsar швейцар, sirk цирк, sotsi соци, stokgolm стокгольм, " +
    "subyekt субъект, sudya судья, syudad сьюдад, syurix цюрих, uels уэльс, " +
    "ulyanovsk ульяновск, uralsk уральск, vaduts вадуц, vilnyus вильнюс, webster вебстер, " +
    "york йорк, yoxannesburg йоҳаннесбург, yurisprudensiya юриспруденция"
  )
    .split(", ")
    .map((pair) => pair.split(" ")),
);

/** These end in ь, which is dropped before an ending: профиль, профилингиз. */
const softWords = new Set(
  (
    "alkogol ansambl avtomobil belarus bryussel diagonal festival kabel kalendar karusel " +
    "kokteyl lager medal megapiksel monokl neft panel parol patrul pedal piksel portfel " +
    "profil pudel tayvan yanvar fevral aprel iyun iyul sentabr oktabr noyabr dekabr"
  ).split(" "),
);

/** Letters that stand for one another. */
const [latinLetters, cyrillicLetters] = ["abdefghijklmnopqrstuvxyzʼ", "абдефгҳижклмнопқрстувхйзъ"];

/** @type {Record<string, string>} The longest first. */
const letters = {
  ksiya: "кция",
  tsiya: "ция",
  sʼh: "сҳ",
  yoʻ: "йў",
  gʻ: "ғ",
  oʻ: "ў",
  sh: "ш",
  ch: "ч",
  ya: "я",
  yu: "ю",
  yo: "ё",
  ye: "е",
  ...Object.fromEntries([...latinLetters].map((letter, at) => [letter, cyrillicLetters[at] ?? ""])),
};
const sounds = new RegExp(Object.keys(letters).join("|"), "gi");
const vowels = "aeiouʻ";

/** Words with the apostrophes that belong to them, in whichever of their shapes. */
const word = /[a-z]+(?:(?<=[og])[ʻ‘'][a-z]*|[ʼ’'][a-z]+)*/gi;

/**
 * A text without placeholders.
 *
 * @param {string} text
 */
export function toCyrillic(text) {
  return text.replaceAll(word, (found) => {
    const [whole, first = "", ending = ""] = /^([a-z]+)(?:[ʼ’']([a-z]+))?$/i.exec(found) ?? [];
    if (whole && latinWords.has(first)) return ending ? `${first}’${spelled(ending, 0)}` : first;
    return cyrillicWord(found.replaceAll(/(?<=[og])[‘']/gi, "ʻ").replaceAll(/[’']/g, "ʼ"));
  });
}

/** @param {string} latin */
function cyrillicWord(latin) {
  const lower = latin.toLowerCase();
  const stem = Object.keys(stems)
    .filter((beginning) => lower.startsWith(beginning))
    .sort((a, b) => b.length - a.length)[0];
  const base = (stem ? likeIn(latin, stems[stem] ?? "") : "") + spelled(latin, stem?.length ?? 0);
  return softWords.has(lower) ? `${base}ь` : base;
}

/**
 * By the rules alone, from a place in the word on.
 *
 * @param {string} latin
 * @param {number} start
 */
function spelled(latin, start) {
  return latin.slice(start).replaceAll(sounds, (sound, /** @type {number} */ at) => {
    const before = latin[start + at - 1]?.toLowerCase();
    return likeIn(sound, letterFor(sound.toLowerCase(), before));
  });
}

/** @param {string} sound @param {string | undefined} before */
function letterFor(sound, before) {
  const followsVowel = before === undefined || vowels.includes(before);
  if (sound === "e") return followsVowel ? "э" : "е";
  if (sound === "ye") return followsVowel || before === "ʼ" ? "е" : "ье";
  return letters[sound] ?? sound;
}

/** @param {string} model @param {string} text */
function likeIn(model, text) {
  const [first = ""] = model;
  if (first === first.toLowerCase()) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * An ICU message: its arguments, formats and tags stay as they are.
 *
 * @param {string} message
 * @returns {string}
 */
export function messageInCyrillic(message) {
  let made = "";
  let text = "";
  for (let at = 0; at < message.length; at += 1) {
    const tag = /^<\/?\w+>/.exec(message.slice(at))?.[0];
    if (!tag && message[at] !== "{") {
      text += message[at];
      continue;
    }
    const block = tag ?? blockAt(message, at);
    made += toCyrillic(text) + (tag ?? blockInCyrillic(block));
    text = "";
    at += block.length - 1;
  }
  return made + toCyrillic(text);
}

/** From a brace to the one that closes it. @param {string} message @param {number} start */
function blockAt(message, start) {
  let depth = 0;
  for (let at = start; at < message.length; at += 1) {
    if (message[at] === "{") depth += 1;
    if (message[at] === "}") depth -= 1;
    if (depth === 0) return message.slice(start, at + 1);
  }
  throw new Error(`a brace is not closed: ${message}`);
}

/** @param {string} block */
function blockInCyrillic(block) {
  const head = /^\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/.exec(block)?.[0];
  if (!head) return block;
  let made = head;
  for (let at = head.length; at < block.length; at += 1) {
    if (block[at] !== "{") {
      made += block[at];
      continue;
    }
    const branch = blockAt(block, at);
    made += `{${messageInCyrillic(branch.slice(1, -1))}}`;
    at += branch.length - 1;
  }
  return made;
}
