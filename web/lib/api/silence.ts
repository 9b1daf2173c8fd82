/** A connection on which no byte moves for this long counts as lost. */
export const silenceMs = 30_000
