/** The prefix of the keys of profile counters, so that a feature can invalidate them without knowing the profile. */
export const profileKey = ["profile"] as const;
