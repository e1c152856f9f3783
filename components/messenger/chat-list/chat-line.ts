"use client";

import {
  IconFile,
  IconMicrophone,
  IconPaperclip,
  IconPhoto,
  IconVideo,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Person } from "#lib/auth/schema.ts";
import type { Media } from "#lib/files/schema.ts";
import type { Outgoing } from "#lib/messenger/outbox/outgoing.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { useGivenName } from "#lib/members/use-given-name.ts";

interface ChatLine {
  text: string;
  /** The kind of the attachment. */
  Icon: TablerIcon | null;
  forwarded: boolean;
}

/** The fields of a message, stored or on its way, that a row shows. */
interface Said extends Pick<Message, "text" | "deleted_at"> {
  author: Pick<Person, "id" | "fullname">;
  attachments: readonly Pick<Media, "kind" | "name">[];
  forwarded_from: Pick<Person, "id"> | null;
}

export function saidOf({ text, attachments, forward }: Outgoing, author: Said["author"]): Said {
  return {
    author,
    text: forward?.text ?? text,
    attachments: forward?.attachments ?? attachments,
    forwarded_from: forward?.author ?? null,
    deleted_at: null,
  };
}

/** Returns the line of a chat's row about its last message. */
export function useChatLine(): (chat: Chat, last: Said, memberId: number) => ChatLine {
  const t = useTranslations("Messenger");
  const attached = useAttachmentWords();
  const givenNameOf = useGivenName();
  return ({ kind }, last, memberId) => {
    if (last.deleted_at !== null) return { text: t("rowDeleted"), Icon: null, forwarded: false };
    const { words, Icon } = attached(last);
    const said = last.text.trim() || words;
    return { text: withAuthor(said), Icon, forwarded: last.forwarded_from !== null };

    function withAuthor(text: string) {
      if (last.author.id === memberId) return t("ownLine", { text });
      const name = givenNameOf(last.author.fullname);
      return kind === "group" ? t("rowAuthorLine", { name, text }) : text;
    }
  };
}

function useAttachmentWords(): (message: Said) => Pick<ChatLine, "Icon"> & { words: string } {
  const t = useTranslations("Messenger");
  return ({ attachments }) => {
    const [first] = attachments;
    if (!first) return { words: "", Icon: null };
    const count = attachments.length;
    const kinds = new Set(attachments.map(({ kind }) => kind));
    if (kinds.size > 1) return { words: t("rowFiles", { count }), Icon: IconPaperclip };
    const one = count === 1;
    switch (first.kind) {
      case "image":
        return { words: one ? t("rowPhoto") : t("rowPhotos", { count }), Icon: IconPhoto };
      case "video":
        return { words: one ? t("rowVideo") : t("rowVideos", { count }), Icon: IconVideo };
      case "audio":
        return { words: one ? t("rowAudio") : t("rowAudios", { count }), Icon: IconMicrophone };
      case "document":
        return {
          words: one ? t("rowFile", { name: first.name }) : t("rowFiles", { count }),
          Icon: IconFile,
        };
    }
  };
}
