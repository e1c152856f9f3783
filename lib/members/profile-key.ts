/** Begins the keys of what a profile counts, so that a feature can invalidate it without knowing the profile. */
export const profileKey = ["profile"] as const;
