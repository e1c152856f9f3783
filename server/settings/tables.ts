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
}
