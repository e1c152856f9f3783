/**
 * How often each thing may be done: `points` times in `durationS` seconds by one key, a member or a network.
 * RATE_LIMIT_SCALE multiplies the points (docs/security.md, Overload).
 */
export const ceilings = {
  /** Accounts made from a network: a whole classroom may sign up at once. */
  registration: { points: 60, durationS: 30 * 60 },
  /** Submits of the sign-up form, with the typing errors and captchas of that classroom. */
  registrationTry: { points: 600, durationS: 30 * 60 },
  /** New addresses checked while they are typed: each counts as a try too, and typing cannot use up all of those. */
  addressCheck: { points: 200, durationS: 30 * 60 },
  /** The same from all networks of an IPv6 /48, which is free to have (D-ADDRESS). */
  addressCheckByWideNetwork: { points: 2_000, durationS: 30 * 60 },
  /** Failed logins of an account from a network, or from a known device or session. */
  loginFailure: { points: 5, durationS: 30 * 60 },
  /** Failed logins from a network: a campus shares one. */
  loginFailureByNetwork: { points: 300, durationS: 60 * 60 },
  captcha: { points: 600, durationS: 10 * 60 },
  /**
   * Failed forms with a captcha: with each multiple of these points the check without a picture takes twice as long.
   */
  challengeFailure: { points: 5, durationS: 30 * 60 },
  verification: { points: 60, durationS: 30 * 60 },
  /** Recovery codes requested from a network, with a right captcha. */
  recovery: { points: 60, durationS: 30 * 60 },
  /** Codes sent to an account for one network or known device; beyond them the answer is the same. */
  recoveryCode: { points: 10, durationS: 60 * 60 },
  /**
   * The first code for a network, and all such first codes of an account, so that a source without former requests is
   * not delayed.
   */
  recoveryCodeFirst: { points: 1, durationS: 60 * 60 },
  recoveryCodeFirstByAccount: { points: 300, durationS: 60 * 60 },
  /** All other codes, of all networks. */
  recoveryCodeByAccount: { points: 60, durationS: 60 * 60 },
  /** Wrong recovery codes from a network, or from a known device. */
  recoveryFailure: { points: 10, durationS: 30 * 60 },
  resendHourly: { points: 2, durationS: 60 * 60 },
  resendDaily: { points: 5, durationS: 24 * 60 * 60 },
  /** Codes that a member has sent to a telephone to be added, and those sent to one telephone. */
  phoneCode: { points: 5, durationS: 60 * 60 },
  phoneCodeByNumber: { points: 5, durationS: 60 * 60 },
  /** Text messages requested from a network, to whatever numbers: the operator pays for them (SEC-A10). */
  textByNetwork: { points: 300, durationS: 60 * 60 },
  /** Links mailed to one address, whatever accounts named it (SEC-A6). */
  confirmationMail: { points: 20, durationS: 24 * 60 * 60 },
  /** Corrections of an address that is not confirmed: each mails a link. */
  addressCorrection: { points: 5, durationS: 24 * 60 * 60 },
  /**
   * Right passwords that a member gives again before a change of their account. Each costs the server as much as a login,
   * without its captcha (SEC-O4).
   */
  reauthentication: { points: 60, durationS: 60 * 60 },
  /** Passwords changed and accounts deleted: each mails an address that may be somebody else's (SEC-A6). */
  passwordChange: { points: 10, durationS: 24 * 60 * 60 },
  accountDeletion: { points: 10, durationS: 24 * 60 * 60 },
  accountChange: { points: 60, durationS: 60 * 60 },
  /** Educations and jobs added, changed and removed. */
  periodChange: { points: 300, durationS: 60 * 60 },
  /** Changes of what others may see. Each may publish to many members that this one is online, or no longer. */
  privacyChange: { points: 300, durationS: 60 * 60 },
  /** Archives of a member's data. */
  export: { points: 5, durationS: 60 * 60 },
  /** Images and media of a member together (SEC-U4). */
  upload: { points: 30, durationS: 30 * 60 },
  /** Files for messages, enough for a whole roll of photos now and then. */
  attachment: { points: 120, durationS: 30 * 60 },
  friendRequest: { points: 200, durationS: 60 * 60 },
  /** Requests answered, and friendships and requests ended. */
  friendshipAnswer: { points: 600, durationS: 60 * 60 },
  /** Notes that a member has seen acceptances: each page that shows one sends it. */
  acceptancesSeen: { points: 600, durationS: 60 * 60 },
  block: { points: 200, durationS: 60 * 60 },
  /** Searches among all members: one for each letter, at fast typing for a whole minute. */
  peopleSearch: { points: 300, durationS: 60 },
  /** Dismissed suggestions, each of which is stored. */
  dismissal: { points: 600, durationS: 60 * 60 },
  /** Ordinary schools that a member makes, or that exist already. */
  schoolCreation: { points: 60, durationS: 60 * 60 },
  /** Those of them that are new: everybody reads them, and they stay. */
  newSchool: { points: 20, durationS: 24 * 60 * 60 },
  /** Institutions that a member asks the operator to add. */
  institutionRequest: { points: 10, durationS: 24 * 60 * 60 },
  /** Links of invitations that a member makes. */
  invitation: { points: 60, durationS: 60 * 60 },
  /** Links and captchas that are looked up from a network: a classroom opens one at once. */
  invitationLookup: { points: 600, durationS: 10 * 60 },
  /** Pages of invitations, each of which then looks its link up. */
  invitationPage: { points: 600, durationS: 10 * 60 },
  invitationAcceptance: { points: 60, durationS: 60 * 60 },
  /** Events made, changed and cancelled. */
  eventChange: { points: 60, durationS: 60 * 60 },
  eventAnswer: { points: 600, durationS: 60 * 60 },
  /** Renewals of the calendar address, each of which ends existing subscriptions. */
  calendarRenewal: { points: 20, durationS: 60 * 60 },
  /** Calendar files of a member, by all programs that follow them, and wrong addresses from a network. */
  calendarRead: { points: 240, durationS: 60 * 60 },
  calendarFailure: { points: 120, durationS: 60 * 60 },
  report: { points: 10, durationS: 60 * 60 },
  /** Push subscriptions of browsers: each opening of a page may renew one. */
  pushSubscription: { points: 120, durationS: 60 * 60 },
  chatCreation: { points: 200, durationS: 60 * 60 },
  groupCreation: { points: 60, durationS: 60 * 60 },
  /** Members whom a member adds to groups without being their friend, one by one: as many as two full groups have. */
  strangerAddition: { points: 1_000, durationS: 60 * 60 },
  /** Members, roles, titles and images of groups. */
  groupChange: { points: 600, durationS: 60 * 60 },
  /** Chats of classes made by a member, who then owns them; opening one counts against `chatCreation`, too. */
  classChatCreation: { points: 20, durationS: 24 * 60 * 60 },
  /** Joins of one class chat by a member: whoever leaves before they can be removed does not come back at once. */
  classChatJoin: { points: 10, durationS: 24 * 60 * 60 },
  message: { points: 300, durationS: 60 },
  /** Edits and deletions: deleting a hundred selected messages counts as a hundred. */
  messageChange: { points: 600, durationS: 60 },
  reaction: { points: 300, durationS: 60 },
  /** Searches in messages: one for each letter that is typed. */
  messageSearch: { points: 300, durationS: 60 },
  /** Chats pinned, muted, marked as unread. */
  chatMark: { points: 600, durationS: 60 * 60 },
  /** Drafts: a device saves one every second or two. */
  draft: { points: 180, durationS: 60 },
  /** Typing events, of all devices. */
  typing: { points: 120, durationS: 60 },
} as const;

export type LimitName = keyof typeof ceilings;

/** What a member does while they type. */
export const whileTyping: ReadonlySet<LimitName> = new Set([
  "message",
  "messageChange",
  "reaction",
  "messageSearch",
  "peopleSearch",
  "draft",
  "typing",
]);
