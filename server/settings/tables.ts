export interface SettingsTables {
  site_settings: {
    locale: string;
    email: string;
    facebook: string;
    instagram: string;
    office_address: string;
    phone_number: string;
    telegram: string;
    youtube: string;
  };
  /**
   * Settings of the operator, which override data/settings.json, the content of the other table. The row with
   * the locale '' is no setting: while it exists, the sign-up is closed (registration.ts).
   */
  set_settings: { locale: string; field: string; value: string };
}
