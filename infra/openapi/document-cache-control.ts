/** The `cache-control` of the OpenAPI document. With it, readers see the document of a new release after at most five minutes. */
export const documentCacheControl = 'public, max-age=300'
