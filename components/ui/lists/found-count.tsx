import { useTranslations } from "next-intl";
import hidden from "#components/ui/hidden-text.module.css";

/**
 * Announces how many rows a search shows, or that it has found nothing. It must be rendered before the search begins: a
 * screen reader announces changes alone. `count` is undefined while nothing is searched, or until it is known.
 */
export function FoundCount({ count }: { count: number | undefined }) {
  const t = useTranslations("Layout");
  return (
    <div role="status" className={hidden.hidden}>
      {count !== undefined && t("found", { count })}
    </div>
  );
}
