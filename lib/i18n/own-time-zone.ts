/** The IANA name of this browser's zone. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
