/** The files of one entry, which have neighbouring keys in the store. */
export const mediaFiles = { file: "file", thumb: "thumb.webp" };
