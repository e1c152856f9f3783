/** The files of one image, which have neighbouring names in the store and in addresses. */

/** Edges of the square pictures of a member, in pixels. */
export const avatarSizes = [48, 96, 192] as const;
type AvatarSize = (typeof avatarSizes)[number];

export const imageFiles = {
  full: "full.webp",
  /** The square of the grid. */
  grid: "grid.webp",
  avatar: (size: AvatarSize) => `avatar-${size}.webp`,
};

/** The address of another file of the image to which `url` leads. */
export const fileBeside = (url: string, file: string) => url.replace(/[^/]*$/, file);
