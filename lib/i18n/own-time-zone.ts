/** The name of this browser's zone. Its own formatters refuse the name where the device's zone is not known to it ("Etc/Unknown"). */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
