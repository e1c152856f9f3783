import { IconFileText, IconMusic, IconPhoto, IconVideo } from "@tabler/icons-react";
import type { MediaKind } from "#lib/files/schema.ts";

const icons = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  document: IconFileText,
} as const;

export function KindIcon({ kind }: { kind: MediaKind }) {
  const Icon = icons[kind];
  return <Icon size={24} stroke={1.5} aria-hidden="true" />;
}
