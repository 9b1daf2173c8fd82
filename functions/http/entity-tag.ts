import { createHash } from 'node:crypto'

/**
 * The entity tag of an answer: equal content has an equal tag. Only the presence of a `Link` counts, because its cursor is
 * encrypted anew each time and the old one remains valid.
 */
export const tagOf = (text: string, link: string | undefined) =>
  `"${createHash('sha256')
    .update(link ? '+' : '-')
    .update(text)
    .digest('base64url')
    .slice(0, 22)}"`

/** Whether `If-None-Match` names the tag. An edge that compresses answers turns tags into weak ones. */
export const isSameAs = (ifNoneMatch: string | undefined, tag: string) =>
  (ifNoneMatch ?? '').split(',').some((named) => named.trim().replace(/^W\//, '') === tag)
