/** The tone of a message that arrives: two short notes, made by the browser itself. */

let audio: AudioContext | null = null;

/** Browsers let a page be heard once it has been touched: what is prepared then may sound later. */
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
