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
  /** What the operator has set; it wins over data/settings.json, of which the other table is. */
  set_settings: { locale: string; field: string; value: string };
}
