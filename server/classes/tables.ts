export interface ClassTables {
  /** The members of each class whom others can find; written by triggers (migration 0030). */
  class_members: {
    user_id: number;
    object_id: number;
    /** The year of leaving; 9999 for a class that still studies. */
    ended: number;
    /** The year of the start; 0 for a class that has left. */
    began: number;
    study_group: string | null;
    /** Empty without a group. */
    study_group_key: string;
    /** The beginning of the name, by which rosters are ordered. */
    sort_name: string;
  };
  /** The sizes: of the class (empty group), of each of its groups, and (`ended` 0) of the institution. */
  class_sizes: {
    object_id: number;
    ended: number;
    began: number;
    study_group_key: string;
    total: number;
  };
}
