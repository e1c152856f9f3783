/** Files that are chosen and not sent, by chat: whoever looks into another chat meanwhile finds them again. */
import { keepsTags } from "#lib/files/keeps-tags.ts";
import {
  attachmentOf,
  type RefusedFile,
  sizeOfPicture,
  sortChosen,
} from "#lib/messenger/attachments/chosen-files.ts";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";

export interface Chosen {
  files: readonly OutgoingAttachment[];
  refused: readonly RefusedFile[];
}

const nothing: Chosen = { files: [], refused: [] };

export class ChosenBoard {
  readonly #chosen = new Map<number, Chosen>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly of = (chatId: number): Chosen => this.#chosen.get(chatId) ?? nothing;

  /** They are there at once; the sizes of pictures, and which files keep their tags, come later. */
  async add(chatId: number, given: readonly File[]): Promise<void> {
    const { files } = this.of(chatId);
    const { taken, refused } = sortChosen(given, files.length);
    const added = taken.map(attachmentOf);
    this.#put(chatId, { files: [...files, ...added], refused });
    const pictures = added.filter(({ kind }) => kind === "image");
    await Promise.all([
      ...pictures.map(async ({ id, file }) => this.#change(chatId, id, await sizeOfPicture(file))),
      ...added.map(async ({ id, file }) => {
        if (await keepsTags(file)) this.#change(chatId, id, { keepsTags: true });
      }),
    ]);
  }

  remove(chatId: number, attachmentId: string): void {
    const { files, refused } = this.of(chatId);
    this.#put(chatId, { files: files.filter(({ id }) => id !== attachmentId), refused });
  }

  forgetRefused(chatId: number): void {
    this.#put(chatId, { ...this.of(chatId), refused: [] });
  }

  clear(chatId: number): void {
    this.#put(chatId, nothing);
  }

  /** Asks whoever leaves the page: files cannot be kept beyond it. Gives back how to stop. */
  readonly guard = () => {
    const ask = (event: BeforeUnloadEvent) => {
      if ([...this.#chosen.values()].some(({ files }) => files.length > 0)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  };

  #change(chatId: number, attachmentId: string, size: Partial<OutgoingAttachment>): void {
    const { files, refused } = this.of(chatId);
    const changed = files.map((one) => (one.id === attachmentId ? { ...one, ...size } : one));
    this.#put(chatId, { files: changed, refused });
  }

  #put(chatId: number, chosen: Chosen): void {
    this.#chosen.set(chatId, chosen);
    for (const listener of this.#listeners) listener();
  }
}
