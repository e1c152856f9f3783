"use client";

import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import classes from "#components/messenger/groups/friend-choice.module.css";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { givenNameOf } from "#lib/members/person.ts";

export type ChosenPersons = ReadonlyMap<number, Person>;

/** The chosen friends in the order in which they were chosen, with functions to add and remove them. */
export function useChosen() {
  const [chosen, setChosen] = useState<ChosenPersons>(new Map());
  const toggle = (person: Person) =>
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(person.id)) after.set(person.id, person);
      return after;
    });
  return { chosen, toggle };
}

/** The chosen friends; a press removes one. */
export function ChosenFriends({
  chosen,
  onRemove,
}: {
  chosen: ChosenPersons;
  onRemove: (person: Person) => void;
}) {
  const t = useTranslations("Messenger");
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} className={classes.chosen}>
      {chosen.size > 0 && (
        <ul className={classes.chips} aria-label={t("newGroupChosen", { count: chosen.size })}>
          {[...chosen.values()].map((person) => {
            const { id, fullname, image } = person;
            return (
              <li key={id}>
                <button
                  type="button"
                  className={classes.chip}
                  aria-label={t("newGroupUnchoose", { name: fullname })}
                  onClick={() => {
                    // The button is unmounted, and the focus would be nowhere.
                    place.current?.focus();
                    onRemove(person);
                  }}
                >
                  <PersonAvatar person={{ id, fullname, image }} size={24} />
                  {givenNameOf(fullname)}
                  <IconX size={14} stroke={2} aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
