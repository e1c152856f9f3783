"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { settingPath } from "#lib/account/queries.ts";
import type { PasswordAgain } from "#lib/account/schema.ts";
import { api } from "#lib/api/api-client.ts";
import { saveFile } from "#lib/browser/save-file.ts";

/** Sizes in bytes. */
export type Export =
  | { step: "idle" }
  /** `total` is null where the server does not know it beforehand. */
  | { step: "running"; received: number; total: number | null }
  | { step: "failed"; message: string }
  | { step: "done"; received: number };

interface Archive {
  content: Blob;
  name: string;
}

const defaultName = "kampus.zip";

interface Exporting {
  state: Export;
  /** Resolves when the server has accepted the password. @throws {ApiFailure} when it refuses it */
  start: (input: PasswordAgain) => Promise<void>;
  cancel: () => void;
}

/** Downloads the member's data as one archive and saves it as a file; leaving the page cancels it. */
export function useExport(): Exporting {
  const t = useTranslations("Problem");
  const locale = useLocale();
  const [state, setState] = useState<Export>({ step: "idle" });
  const running = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState({ step: "idle" });
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  const receive = async (answer: Response, signal: AbortSignal) => {
    setState({ step: "running", received: 0, total: null });
    try {
      const archive = await received(answer, (received, total) => {
        if (!signal.aborted) setState({ step: "running", received, total });
      });
      if (signal.aborted) return;
      saveFile(archive.content, archive.name);
      setState({ step: "done", received: archive.content.size });
    } catch {
      if (!signal.aborted) setState({ step: "failed", message: t("offline") });
    }
  };
  const start = async (input: PasswordAgain) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const answer = await api.open(`${settingPath(locale)}/export`, input, { signal });
    void receive(answer, signal);
  };
  return { state, start, cancel };
}

async function received(
  answer: Response,
  onProgress: (received: number, total: number | null) => void,
): Promise<Archive> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const total = Number(answer.headers.get("content-length")) || null;
  let size = 0;
  for (const reader = answer.body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.byteLength;
    onProgress(size, total);
  }
  return { content: new Blob(parts, { type: "application/zip" }), name: nameOf(answer) };
}

function nameOf(answer: Response): string {
  const written = answer.headers.get("content-disposition") ?? "";
  return /filename="([\w.-]+)"/.exec(written)?.[1] ?? defaultName;
}
