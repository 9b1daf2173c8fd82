/** The connection counts as lost if a call gets no response for this long, or if an upload makes no progress for this long. */
export const responseTimeoutMs = 30_000
