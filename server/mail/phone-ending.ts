const shownDigits = 2;

/** The end of a telephone in E.164, by which mails name it: enough for its member, and no number for anybody else. */
export const phoneEnding = (phone: string) => phone.slice(-shownDigits);
