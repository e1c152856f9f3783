/**
 * The interface's constants, in the order of S-CONSTANTS. The theme and the toaster hand them to Mantine; what is shown
 * without Mantine reads them here.
 */

/** How many toasts are shown at once, and how long each. */
export const toastLimits = { limit: 5, autoCloseMs: 4000 } as const;

export const transitionMs = { modal: 200, popover: 150 } as const;

export const modalSizesPx = { xs: 320, sm: 380, md: 440, lg: 620, xl: 780 } as const;

/** Within one layer, the element that was added to the page last lies on top. */
export const layers = { app: 100, modal: 200, popover: 300, overlay: 400 } as const;
