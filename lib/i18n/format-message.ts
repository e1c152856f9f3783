/** Formats the compiled texts of the pages: next.config.ts puts it where next-intl looks for its own. */
import formatCompiled from "use-intl/format-message/format-only";
import { withRussianNumbers } from "#lib/i18n/numbers.ts";

type Given = Parameters<typeof formatCompiled>;

export default function formatMessage(...[key, message, values, options]: Given) {
  const formatters = withRussianNumbers(options.formatters);
  return formatCompiled(key, message, values, { ...options, formatters });
}

/** Compiled texts cannot be had as they were written; next-intl asks for this. */
formatMessage.raw = false;
