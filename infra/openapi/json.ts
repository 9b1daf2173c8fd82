/** A part of the document. */
export type Json = Record<string, unknown>
