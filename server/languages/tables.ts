export interface LanguagesTables {
  languages: { id: number; locale: string; name: string };
}
