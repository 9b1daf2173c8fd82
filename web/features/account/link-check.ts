import type { CallError } from '../../lib/api/call-error.ts'

/** A link is looked at once, when its page opens: nothing that happens meanwhile asks again. */
export const once = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const

/** Whether the link is still unjudged, so that another try is worth it. */
export const isUnjudged = ({ status }: CallError) => status === 0 || status === 429 || status >= 500
