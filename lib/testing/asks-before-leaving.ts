/**
 * Whether every supported browser would ask before the page is left: Chrome before 119 does so only where the event is given
 * a value, the others where it is prevented.
 */
export function asksBeforeLeaving(): boolean {
  let given = "";
  const event = new Event("beforeunload", { cancelable: true });
  const returnValue = { get: () => given, set: (value: unknown) => (given = String(value)) };
  window.dispatchEvent(Object.defineProperty(event, "returnValue", returnValue));
  return event.defaultPrevented && given !== "";
}
