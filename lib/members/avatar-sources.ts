import { avatarSizes, fileBeside, imageFiles } from "#lib/browser/image-files.ts";

const densities = [1, 2, 3] as const;

/** The files of an image, smallest first, that make an avatar this wide as sharp as the screen can show it. */
export function avatarSources(thumbUrl: string, sizePx: number): { src: string; srcSet: string } {
  const sourceFor = (density: number) => {
    const size = avatarSizes.find((edge) => edge >= sizePx * density);
    return fileBeside(thumbUrl, size ? imageFiles.avatar(size) : imageFiles.grid);
  };
  return {
    src: sourceFor(1),
    srcSet: densities.map((density) => `${sourceFor(density)} ${density}x`).join(", "),
  };
}
