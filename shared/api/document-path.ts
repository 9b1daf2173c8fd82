/** Where the OpenAPI document is read: a file beside the web app, and no call of the contract. */
export const documentPath = '/api/openapi.json'
