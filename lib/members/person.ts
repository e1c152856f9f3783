/** Colours of avatars without a picture (design: avatar colours). */
const avatarColors = [
  "#0f766e",
  "#7c5cbf",
  "#b4552d",
  "#2f6fb0",
  "#8a6d1f",
  "#a8446b",
  "#4f7a28",
] as const;

/** "Каримов Алишер Бахтиёрович" (surname first) → "АК": name, then surname. One word gives one letter. */
export function initialsOf(fullname: string): string {
  const [surname, name] = fullname.trim().split(/\s+/u);
  return (firstLetter(name) + firstLetter(surname)).toLocaleUpperCase();
}

/** "Группа 101" → "Г1": initials of a group, in reading order. */
export function initialsOfTitle(title: string): string {
  const [first, second] = title.trim().split(/\s+/u);
  return (firstLetter(first) + firstLetter(second)).toLocaleUpperCase();
}

/** "Каримов Алишер Бахтиёрович" → "Алишер", the name in a group; a single word stays. */
export function givenNameOf(fullname: string): string {
  const [surname = "", name] = fullname.trim().split(/\s+/u);
  return name ?? surname;
}

/** "Каримов Алишер Бахтиёрович" → "Алишер Каримов", the name under a face and in a mention; a single word stays. */
export function givenNameFirst(fullname: string): string {
  const [surname = "", name] = fullname.trim().split(/\s+/u);
  return name ? `${name} ${surname}` : surname;
}

/** The same member has the same colour everywhere. */
export function avatarColorOf(id: number): string {
  return avatarColors[Math.abs(id) % avatarColors.length] ?? avatarColors[0];
}

function firstLetter(word: string | undefined): string {
  return word?.match(/\p{L}|\p{N}/u)?.[0] ?? "";
}
