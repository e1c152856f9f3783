/** Formats the compiled texts of the pages: next.config.ts puts this module where next-intl looks for its own. */
import formatCompiled from "use-intl/format-message/format-only";
import { withRussianNumbers } from "#lib/i18n/numbers.ts";

type Given = Parameters<typeof formatCompiled>;

export default function formatMessage(...[key, message, values, options]: Given) {
  const formatters = withRussianNumbers(options.formatters);
  return formatCompiled(key, message, values, { ...options, formatters });
}

/** next-intl reads this flag; compiled texts have no original source to return. */
formatMessage.raw = false;
