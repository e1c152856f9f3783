"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import type { Writing } from "#components/messenger/composer/use-writing.ts";
import classes from "#components/messenger/composer/composer.module.css";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { MarkedOnDemand } from "#components/ui/people/marked-on-demand.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { mentionSearchAt, withMention } from "#lib/messenger/drafts/mention-text.ts";
import { mentionableQuery } from "#lib/messenger/cache/members-query.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

const shownMax = 6;
const askAfterMs = 150;

interface Mentions {
  people: readonly Person[];
  /** The words that found them. */
  name: string;
  /** The index of the member that Enter chooses. */
  active: number;
  pick: (person: Person) => void;
  /** Returns whether the list has handled the key. */
  takesKey: (event: KeyboardEvent) => boolean;
}

/** The members of the group whom the "@" before the caret may mean. Escape and the browser's Back close their list. */
export function useMentions(chat: Chat, { written, put }: Writing, caret: number): Mentions {
  const memberId = useMember().id;
  const search = chat.kind === "group" ? mentionSearchAt(written, caret) : null;
  const [chosen, setChosen] = useState({ name: "", index: 0 });
  /** The offset of an "@" that Escape or Back has marked as no mention. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [name] = useDebouncedValue(search?.name.trim() ?? "", askAfterMs);
  const isOpen = search !== null && search.offset !== dismissed;
  const { data = [] } = useQuery({ ...mentionableQuery(chat.id, name), enabled: isOpen });
  const others = data.filter(({ id }) => id !== memberId);
  const people = isOpen ? others.slice(0, shownMax) : [];
  const dismiss = () => setDismissed(search?.offset ?? null);
  useCloseOnBack(dismiss, people.length > 0, { isPart: true });
  const active = chosen.name === search?.name ? Math.min(chosen.index, people.length - 1) : 0;
  const pick = (person: Person) => {
    if (!search) return;
    const { caret: behind, ...next } = withMention(written, search, person);
    put(next, behind);
  };
  const takesKey = (event: KeyboardEvent) => {
    const person = people[active];
    if (!search || !person) return false;
    const { key } = event;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? people.length - 1 : 0;
    if (step > 0) setChosen({ name: search.name, index: (active + step) % people.length });
    else if ((key === "Enter" && !event.shiftKey) || key === "Tab") pick(person);
    else if (key === "Escape") dismiss();
    else return false;
    event.preventDefault();
    return true;
  };
  return { people, name, active, pick, takesKey };
}

export function ComposerMentions({ id, mentions }: { id: string; mentions: Mentions }) {
  const t = useTranslations("Messenger");
  return (
    <div id={id} role="listbox" aria-label={t("composerMention")} className={classes.mentions}>
      {mentions.people.map((person, index) => (
        <button
          key={person.id}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === mentions.active}
          className={classes.mention}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => mentions.pick(person)}
        >
          <PersonAvatar person={{ ...person, online: undefined }} size={32} />
          <span>
            <MarkedOnDemand text={person.fullname} q={mentions.name} />
          </span>
        </button>
      ))}
    </div>
  );
}
