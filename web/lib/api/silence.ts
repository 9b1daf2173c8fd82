/** A network on which no byte moves for this long counts as none. */
export const silenceMs = 30_000
