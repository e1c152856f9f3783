export interface ProfileTables {
  /** Who looked at whose profile on which day (UTC): a view counts once per viewer and day. */
  profile_views: { user_id: number; viewed_on: Date; viewer_id: number };
  /** How many did. */
  profile_view_days: { user_id: number; day: Date; views: number };
}
