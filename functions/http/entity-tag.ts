import { createHash } from 'node:crypto'

/**
 * The tag of an answer: the same for the same content. Of a link it tells only whether there is one, because cursors are sealed anew
 * each time; the former one still leads on.
 */
export const tagOf = (text: string, link: string | undefined) =>
  `"${createHash('sha256')
    .update(link ? '+' : '-')
    .update(text)
    .digest('base64url')
    .slice(0, 22)}"`

/** Whether `If-None-Match` names the tag; an edge that compresses answers marks it as weak. */
export const isSameAs = (ifNoneMatch: string | undefined, tag: string) =>
  (ifNoneMatch ?? '').split(',').some((named) => named.trim().replace(/^W\//, '') === tag)
