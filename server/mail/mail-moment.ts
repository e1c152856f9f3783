const moment = new Intl.DateTimeFormat("ru-RU", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Asia/Tashkent",
  timeZoneName: "short",
});

/** A mail does not know where it is read: the time of Uzbekistan, and says so. In digits, as in every language. */
export const mailMoment = (date: Date) => moment.format(date);
