import { createHash } from 'node:crypto'

/**
 * Computes the entity tag of a response. Equal content gets an equal tag. Only the presence of a `Link` header counts and not its
 * cursor, because the cursors of some lists contain the time of day, and older cursors stay valid.
 */
export const computeEntityTag = (text: string, link: string | undefined) =>
  `"${createHash('sha256')
    .update(link ? '+' : '-')
    .update(text)
    .digest('base64url')
    .slice(0, 22)}"`

/**
 * Returns true if the header `If-None-Match` names this tag. A weak tag matches too, because a CDN that compresses responses makes
 * tags weak.
 */
export const matchesEntityTag = (ifNoneMatch: string | undefined, tag: string) =>
  (ifNoneMatch ?? '').split(',').some((named) => named.trim().replace(/^W\//, '') === tag)
