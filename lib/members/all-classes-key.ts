/** The prefix of the keys of everything that is shown of classes, for the features that change what it shows. */
export const allClassesKey = ["classes"] as const;
