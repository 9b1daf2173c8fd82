/** Returns whether an element is shown. Safari has `checkVisibility` from 17.4 on, but we support it from 17.0 on. */
export const isShown = (element: Element): boolean => element.checkVisibility?.() ?? element.getClientRects().length > 0
