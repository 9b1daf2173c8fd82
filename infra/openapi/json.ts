/** A part of the OpenAPI document, as a JSON object. */
export type JsonObject = Record<string, unknown>
