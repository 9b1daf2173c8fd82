/** A part of the OpenAPI document, as a JSON object. */
export type Json = Record<string, unknown>
