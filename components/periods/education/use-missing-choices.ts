import { useLocale, useTranslations } from "next-intl";
import type { Missing } from "#components/periods/education/missing-institution.tsx";
import { isCyrillic } from "#lib/i18n/locales.ts";
import { readSchoolName, type SchoolName, schoolNumberText } from "#lib/params/school-name.ts";
import type { Named } from "#lib/params/schema.ts";

const values = { school: "add-school", other: "ask-for-other" } as const;

/**
 * The options that the field offers beside its results once they are known: to add the school that the words name,
 * because other districts may have one of that number; or to request an institution where nothing was found.
 */
export function useMissingChoices(words: string, found: readonly Named[] | undefined) {
  const missingOf = useMissingOf();
  const meant = missingOf(words);
  const isOffered = found !== undefined && (meant.kind === "school" || found.length === 0);
  const others = found?.length === 0 && meant.kind === "school" ? [missingOf(words, "other")] : [];
  const offered = isOffered ? [meant, ...others] : [];
  return {
    actions: offered.map(({ kind, title }) => ({ value: values[kind], label: title })),
    /** The missing institution of an option, by its value. */
    missingOf: (option: string) => offered.find(({ kind }) => values[kind] === option),
  };
}

/** Kinds of ordinary schools that are called by the kind alone (D-SCHOOL): "Лицей № 110". */
const schoolKinds = new Set(["gymnasium", "lyceum"]);
/** An academic lyceum is of another kind, and is requested. */
const academic = /академ|akadem|academ/iu;

/** Whether the words mean an ordinary school, although another institution may have a number, too: "ТУИТ 2010". */
function isSchool(name: string, { number, kinds, isPlain, saysSchool }: SchoolName): boolean {
  if (saysSchool || !number) return saysSchool;
  return isPlain || (kinds.some((kind) => schoolKinds.has(kind)) && !academic.test(name));
}

/** Returns how to read words that match no institution. */
export function useMissingOf() {
  const t = useTranslations("Education");
  const script = isCyrillic(useLocale()) ? "cyrillic" : "latin";
  return (words: string, kind?: Missing["kind"]): Missing => {
    const name = words.trim();
    const read = readSchoolName(name);
    if (!read || !isSchool(name, read) || kind === "other")
      return { kind: "other", name, title: t("requestOffer") };
    const { number } = read;
    const isNumbered = number && read.key === number.digits + number.letter;
    const title = isNumbered
      ? t("addSchool", { number: schoolNumberText(number, script) })
      : t("addNamedSchool", { name });
    return { kind: "school", name, title };
  };
}
