/** Whether an element has a box on the page. `checkVisibility` says so too, which Safari has only since 17.4. */
export const isRendered = (element: Element): boolean => element.getClientRects().length > 0;
