import type { ReactNode } from "react";
import classes from "#components/messenger/attachments/attachments.module.css";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";
import { photoRows, type PlacedPhoto } from "#lib/messenger/attachments/photo-layout.ts";

interface PhotoMosaicProps<T> {
  photos: readonly T[];
  renderPhoto: (placed: PlacedPhoto<T>) => ReactNode;
}

/** The pictures of a message beside and below each other, in places that they keep after the upload. */
export function PhotoMosaic<
  T extends Pick<OutgoingAttachment, "width" | "height"> & { id: string | number },
>({ photos, renderPhoto }: PhotoMosaicProps<T>) {
  return (
    <div className={classes.photos}>
      {photoRows(photos).map(({ ratio, photos: row }) => (
        <div key={row[0]?.photo.id} className={classes.row} style={{ aspectRatio: ratio }}>
          {row.map(renderPhoto)}
        </div>
      ))}
    </div>
  );
}
