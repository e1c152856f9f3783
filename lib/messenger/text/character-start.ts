/** The index, or where it would cut a character of two UTF-16 units in half, that of the whole character. */
export function characterStart(text: string, index: number): number {
  const isSecondHalf = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return isSecondHalf ? index - 1 : index;
}
