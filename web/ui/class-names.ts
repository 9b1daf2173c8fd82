/** Joins the given classes to one attribute value. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
