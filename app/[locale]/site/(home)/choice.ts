/** What the address of the home page may choose: the kind of institution, then a region or a district of it. */
export const properties = ["establishment", "region"] as const;
