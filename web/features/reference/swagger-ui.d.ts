/** What we use of Swagger UI, which comes without types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    domNode: HTMLElement
    /** Of the document. */
    url: string
    /** Where a document is judged, which is elsewhere; null: nowhere. */
    validatorUrl: null
    docExpansion: 'list' | 'none'
    /** How deep the schemas at the end are opened; -1 leaves them out. */
    defaultModelsExpandDepth: number
  }
  export default function show(options: Options): void
}
