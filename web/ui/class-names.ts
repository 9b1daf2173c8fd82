/** The classes that are given, as one attribute. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
