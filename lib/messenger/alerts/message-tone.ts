/** The tone of an arriving message, synthesised by the browser, and the choice of the page that plays it. */
import { readSoundClaims, writeSoundClaims } from "#lib/browser/cookies.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import type { Surface } from "#lib/site/surfaces.ts";

let audio: AudioContext | null = null;

/**
 * Prepares the audio at the first press of a pointer or a key, because browsers let a page play sound only after one.
 * Returns a function that stops waiting for it.
 */
export function prepareTone(): () => void {
  const gestures = ["pointerdown", "keydown"] as const;
  const prepare = () => {
    stop();
    if (!("AudioContext" in window)) return;
    audio ??= new AudioContext();
    void audio.resume();
  };
  const stop = () => {
    for (const gesture of gestures) window.removeEventListener(gesture, prepare);
  };
  for (const gesture of gestures) window.addEventListener(gesture, prepare, { passive: true });
  return stop;
}

export const canSound = () => audio !== null;

const notes = [
  { frequencyHz: 659.3, atS: 0, lengthS: 0.14 },
  { frequencyHz: 987.8, atS: 0.09, lengthS: 0.26 },
];
const loudness = 0.09;

export async function playTone(): Promise<void> {
  if (!audio) return;
  if (audio.state !== "running") await audio.resume();
  for (const { frequencyHz, atS, lengthS } of notes) {
    const start = audio.currentTime + atS;
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness, start + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lengthS);
    const oscillator = new OscillatorNode(audio, { type: "sine", frequency: frequencyHz });
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + lengthS);
  }
}

/** The cookie holds at most this many claims: enough for messages that arrive at once in as many chats. */
const claimsMax = 12;
/** After this time every page of the browser reads the cookie that one of them has written. */
const settleMs = 150;
const originDelayMs: Record<Surface, number> = { chat: 120, profile: 360, site: 600 };

/**
 * Whether this page is the one of the browser that plays the tone for a message. Pages of one origin take turns by a
 * lock; the cookie of the parent domain, which all origins read, holds the claims, and each origin waits a little
 * longer than the one before. `focused`: the member reads the chat on this page, so that no page needs to play.
 */
export async function claimSound(
  { chat_id, seq }: Pick<Message, "chat_id" | "seq">,
  { surface, focused }: { surface: Surface; focused: boolean },
): Promise<boolean> {
  const name = `${chat_id}-${seq}`;
  const mine = `${name}-${Math.random().toString(36).slice(2, 8)}`;
  const standing = () => readClaims().find((claim) => claim.startsWith(`${name}-`));
  if (!focused) await waitFor(originDelayMs[surface]);
  const hasClaimed = await takingTurns(() => {
    if (standing()) return false;
    writeSoundClaims([...readClaims(), mine].slice(-claimsMax).join("_"));
    return true;
  });
  if (!hasClaimed) return false;
  // A page in another process of the browser may have claimed the tone before it saw this claim: the last claim wins.
  await waitFor(settleMs);
  return (standing() ?? mine) === mine;
}

const readClaims = () => readSoundClaims().split("_").filter(Boolean);
const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function takingTurns<T>(take: () => T): Promise<T> {
  if (!("locks" in navigator)) return take();
  return navigator.locks.request("message-told", take);
}
