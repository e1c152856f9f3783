/** Files that are chosen and not sent, by chat, so that a member who visits another chat meanwhile finds them again. */
import { askBeforeLeaving } from "#lib/browser/ask-before-leaving.ts";
import { createListeners } from "#lib/browser/store.ts";
import { keepsTags } from "#lib/files/keeps-tags.ts";
import {
  attachmentOf,
  type RefusedFile,
  sizeOfPicture,
  sortChosen,
} from "#lib/messenger/attachments/chosen-files.ts";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";

interface ChosenFile extends OutgoingAttachment {
  /** See lib/files/keeps-tags.ts. */
  keepsTags?: boolean;
}

export interface ChosenAndRefused {
  files: readonly ChosenFile[];
  refused: readonly RefusedFile[];
  /**
   * Whether a file is still being checked for tags that the server cannot remove; the member is warned of those before
   * sending.
   */
  isChecking: boolean;
}

const nothing: ChosenAndRefused = { files: [], refused: [], isChecking: false };

/** A file whose check takes longer than this counts as keeping its tags, because a message waits for the check. */
const checkedWithinMs = 5_000;
const unknownByThen = () =>
  new Promise<true>((resolve) => setTimeout(() => resolve(true), checkedWithinMs));

export class ChosenBoard {
  readonly #chosen = new Map<number, ChosenAndRefused>();
  /** The ids of the files that are still being checked for tags. */
  readonly #unchecked = new Set<string>();
  /** Ends with the pictures that were chosen last. */
  #measuring = Promise.resolve();
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;

  /** The same object until something changes. */
  readonly of = (chatId: number): ChosenAndRefused => this.#chosen.get(chatId) ?? nothing;

  /** Adds the files at once; the sizes of pictures, and which files keep their tags, follow later. */
  async add(chatId: number, given: readonly File[]): Promise<void> {
    const { files } = this.of(chatId);
    const { taken, refused } = sortChosen(given, files.length);
    const added = taken.map(attachmentOf);
    for (const { id } of added) this.#unchecked.add(id);
    this.#put(chatId, { files: [...files, ...added], refused });
    await Promise.all([
      this.#measure(
        chatId,
        added.filter(({ kind }) => kind === "image"),
      ),
      ...added.map(async ({ id, file }) => {
        const isKeeping = await Promise.race([keepsTags(file), unknownByThen()]);
        this.#unchecked.delete(id);
        this.#change(chatId, id, isKeeping ? { keepsTags: true } : {});
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

  /**
   * Makes the browser ask before the page is left, because chosen files are lost with it. Returns a function that stops
   * it.
   */
  readonly guard = () => {
    const ask = (event: BeforeUnloadEvent) => {
      if ([...this.#chosen.values()].some(({ files }) => files.length > 0)) askBeforeLeaving(event);
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  };

  /** One picture after the other: each is decoded whole, and for ten at once a cheap phone has no memory. */
  #measure(chatId: number, pictures: readonly ChosenFile[]): Promise<void> {
    this.#measuring = this.#measuring.then(async () => {
      for (const { id, file } of pictures)
        if (this.of(chatId).files.some((chosen) => chosen.id === id))
          this.#change(chatId, id, await sizeOfPicture(file));
    });
    return this.#measuring;
  }

  #change(chatId: number, attachmentId: string, known: Partial<ChosenFile>): void {
    const { files, refused } = this.of(chatId);
    const changed = files.map((file) => (file.id === attachmentId ? { ...file, ...known } : file));
    this.#put(chatId, { files: changed, refused });
  }

  #put(chatId: number, { files, refused }: Omit<ChosenAndRefused, "isChecking">): void {
    const isChecking = files.some(({ id }) => this.#unchecked.has(id));
    this.#chosen.set(chatId, { files, refused, isChecking });
    this.#listeners.call();
  }
}
