/** Some browsers read the address only after the click has been handled. */
const addressLivesMs = 60_000;

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), addressLivesMs);
}
