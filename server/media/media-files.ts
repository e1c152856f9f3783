/** The files of one entry, which lie beside each other in the store. */
export const mediaFiles = { file: "file", thumb: "thumb.webp" };
