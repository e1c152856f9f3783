"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import classes from "#components/ui/lists/checking-files.module.css";
import { Spinner } from "#components/ui/spinner.tsx";

/** Most files are examined sooner, and a line that only flashes would move what is below it. */
const shownAfterMs = 300;

/** Says that chosen files are examined before they are shown or sent, so that nobody chooses them again. */
export function CheckingFiles({ isBusy }: { isBusy: boolean }) {
  const t = useTranslations("Uploads");
  const [wasBusy] = useDebouncedValue(isBusy, shownAfterMs);
  return (
    <p role="status" className={classes.root}>
      {isBusy && wasBusy && (
        <>
          <Spinner size={16} />
          {t("checking")}
        </>
      )}
    </p>
  );
}
