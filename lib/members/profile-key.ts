/** Begins the keys of what a profile counts: whoever changes that asks for it anew, without knowing the profile. */
export const profileKey = ["profile"] as const;
