"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/ui/people/person-avatar.module.css";
import { avatarSources } from "#lib/members/avatar-sources.ts";
import { type PresenceInAnswer, useLivePresence } from "#lib/members/live-presence.ts";
import { avatarColorOf, initialsOf } from "#lib/members/person.ts";
import { signColorsOf } from "#lib/members/sign-colors.ts";

interface PictureOfPerson {
  thumb_url: string;
}

/** A member as lists show them. `online` is absent for the reader and for groups. */
export interface PicturedPerson extends Partial<PresenceInAnswer> {
  id: number;
  fullname: string;
  image: PictureOfPerson | null;
  /** For groups; a person's initials come from the name. */
  initials?: string;
  /** For the chat of a class, which has the colours of the class (lib/members/class-sign.ts). */
  signSeed?: number;
}

interface PersonAvatarProps {
  person: PicturedPerson;
  /** Width and height in pixels, where the browser's font has its usual size. */
  size: number;
}

/** Decorative, because the name always stands beside it. Screen readers announce only that the person is online. */
export function PersonAvatar({ person, size }: PersonAvatarProps) {
  const { id, online, last_seen_at = null, requestedAt } = person;
  const [broken, setBroken] = useState<string | null>(null);
  const picture = person.image && person.image.thumb_url !== broken ? person.image.thumb_url : null;
  return (
    <span className={classes.root} style={{ "--size": `${size / 16}rem` }}>
      {picture ? (
        // eslint-disable-next-line @next/next/no-img-element -- the server has made the sizes already
        <img
          key={picture} // a new element each, so that the former picture is not shown while this one loads
          className={classes.face}
          {...avatarSources(picture, size)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(picture)}
        />
      ) : (
        <span
          className={classes.face}
          style={backgroundOf(person)}
          data-initials={person.initials ?? initialsOf(person.fullname)}
        />
      )}
      {online !== undefined && <OnlineDot presence={{ id, online, last_seen_at, requestedAt }} />}
    </span>
  );
}

function backgroundOf({ id, signSeed }: PicturedPerson) {
  if (signSeed === undefined) return { backgroundColor: avatarColorOf(id) };
  return { backgroundImage: `linear-gradient(135deg, ${signColorsOf(signSeed).join(", ")})` };
}

function OnlineDot({ presence }: { presence: PresenceInAnswer }) {
  const t = useTranslations("Layout");
  const { online } = useLivePresence(presence);
  return online && <span className={classes.online} role="img" aria-label={t("online")} />;
}
