export interface ClassTables {
  /** Who is of which class, of the members whom others can find; written by triggers (migration 0030). */
  class_members: {
    user_id: number;
    object_id: number;
    /** 9999 for a class that goes on. */
    ended: number;
    /** 0 for a class that has left. */
    began: number;
    study_group: string | null;
    /** Empty without a group. */
    study_group_key: string;
    /** The beginning of the name, as rosters are ordered. */
    sort_name: string;
  };
  /** How many they are: in the class (empty group), in each of its groups, and (`ended` 0) at the institution. */
  class_sizes: {
    object_id: number;
    ended: number;
    began: number;
    study_group_key: string;
    total: number;
  };
}
