/** Focus, paste and typing for the field of the composer; composer-field.tsx decides what Enter, Escape and the arrow do. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
} from "react";
import { isRendered } from "#lib/browser/is-rendered.ts";

/**
 * Whether a key confirms a word of an input method, where Enter must not send the message. Safari shows that only by
 * the key code.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari has no other sign of it
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** Whether this is a phone or tablet, where Enter inserts a new line. */
export function isTouch(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

/** For a button: a press keeps the focus in the field, or the phone's keyboard would close. */
export const keepFocus = (event: MouseEvent) => event.preventDefault();

/**
 * Focuses the field on a desktop when the chat opens, with the caret behind the draft; on a phone that would open the
 * keyboard.
 */
export function useFocusFromStart(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (isTouch()) return;
    const frame = requestAnimationFrame(() => {
      if (!isTakenByTarget(document.activeElement)) focusAtEnd(field.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [field]);
}

/** Returns false for a hidden field, as while messages are being selected. */
function focusAtEnd(field: HTMLTextAreaElement | null): boolean {
  if (!field || !isRendered(field)) return false;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  return true;
}

/**
 * The files that a paste brings. An office program adds a picture of the copied cells or paragraphs to their text, which is
 * what the member means.
 */
export function filesIn(clipboard: DataTransfer): File[] {
  const isOfOffice =
    clipboard.types.includes("text/rtf") ||
    clipboard.getData("text/html").includes("urn:schemas-microsoft-com:office");
  const isText = isOfOffice && clipboard.getData("text/plain").trim() !== "";
  return isText ? [] : Array.from(clipboard.files);
}

interface Pasting {
  onText: (text: string) => void;
  /** Null when no files are accepted. */
  onFiles: ((files: readonly File[]) => void) | null;
}

/** Appends text that is pasted elsewhere in the conversation to the field. */
export function usePastingAnywhere(
  field: RefObject<HTMLTextAreaElement | null>,
  { onText, onFiles }: Pasting,
): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || isTakenByTarget(event.target)) return;
    const files = event.clipboardData ? filesIn(event.clipboardData) : [];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if ((files.length === 0 || !onFiles) && text === "") return;
    if (!focusAtEnd(field.current)) return;
    event.preventDefault();
    if (files.length > 0 && onFiles) onFiles(files);
    else onText(text);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}

/** Appends a character that is typed elsewhere in the conversation to the field. */
export function useTypingAnywhere(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      const isCharacter = Array.from(event.key).length === 1 && event.key !== " ";
      if (plain && isCharacter && !isTakenByTarget(event.target)) focusAtEnd(field.current);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [field]);
}

function isTakenByTarget(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role='menu'], [role='dialog']") !==
      null
  );
}
