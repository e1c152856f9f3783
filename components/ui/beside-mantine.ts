"use client";

/**
 * Imported for its effect by modules that members load together with Mantine. The toaster and the confirmation may be
 * needed on every page. If modules of every page imported them, their chunks would contain Mantine a second time;
 * imported from here they leave out what is loaded already.
 */
import { importConfirmDialogBy } from "#components/ui/overlays/confirm-modal.tsx";
import { importToasterBy } from "#components/ui/toasts/toasts.ts";

importConfirmDialogBy(() => import("#components/ui/overlays/confirm-dialog.tsx"));
importToasterBy(() => import("#components/ui/toasts/toaster.tsx"));
