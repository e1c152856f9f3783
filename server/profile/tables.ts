export interface ProfileTables {
  /** Views of profiles by day (UTC): a view counts once per viewer and day. */
  profile_views: { user_id: number; viewed_on: Date; viewer_id: number };
  /** By day, but for those of before the days that are shown, which are added up (`sweepViews`). */
  profile_view_days: { user_id: number; day: Date; views: number };
}
