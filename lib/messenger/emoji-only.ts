/** So many of them, with nothing else, are drawn large. */
const largeMax = 3;

/** One emoji as it is drawn: a flag, a keycap, or a picture with its colour, joined to others. */
const picture = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F|\p{Emoji_Modifier}|\u200D))(?:\uFE0F|\p{Emoji_Modifier})?[\u{E0020}-\u{E007F}]*`;
const emoji = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${picture}(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*)`;
const few = new RegExp(String.raw`^\s*(?:${emoji}\s*){1,${largeMax}}$`, "u");

/** No longer text is looked at: the longest emoji has some dozen units. */
const lengthMax = 120;

export function isEmojiOnly(text: string): boolean {
  return text.length <= lengthMax && few.test(text);
}
