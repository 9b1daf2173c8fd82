/** The path of the OpenAPI document. The document is a static file beside the web app, not a call of the contract. */
export const openApiPath = '/api/openapi.json'
