/** The address of the OpenAPI document. It is a file beside the web app and not a call of the contract. */
export const documentPath = '/api/openapi.json'
