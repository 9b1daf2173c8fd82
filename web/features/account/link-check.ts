import type { CallError } from '../../lib/api/call-error.ts'

/**
 * Options for the query that checks a mail's link: a failed check is repeated only when the user asks for it, and an accepted link
 * is not checked again.
 */
export const linkCheckOptions = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const

/** Whether a link could not be checked or used because of a temporary failure, so that another attempt makes sense. */
export const isTemporaryCheckFailure = ({ status }: CallError) => status === 0 || status === 429 || status >= 500
