/** Joins the given classes into one attribute value. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
