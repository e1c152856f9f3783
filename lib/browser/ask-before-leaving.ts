/** Answers `beforeunload`, so that the browser asks before it leaves the page. */
export function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
  event.returnValue = true; // eslint-disable-line @typescript-eslint/no-deprecated -- Chrome before 119 asks only where it is set
}
