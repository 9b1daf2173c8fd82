/** What we use of Swagger UI, which comes without types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** A part of Swagger UI, made by the React that it brings along. */
  type Component = (props: object) => unknown
  interface System {
    React: { createElement: (type: string | Component, props: object, ...children: unknown[]) => unknown }
  }
  interface Plugin {
    wrapComponents: Record<string, (original: Component, system: System) => Component>
  }
  interface Options {
    domNode: HTMLElement
    /** Of the document. */
    url: string
    /** Where a document is judged, which is elsewhere; null: nowhere. */
    validatorUrl: null
    docExpansion: 'list' | 'none'
    /** Its colours are too pale on their ground. */
    syntaxHighlight: false
    /** How deep the schemas at the end are opened; -1 leaves them out. */
    defaultModelsExpandDepth: number
    plugins: Plugin[]
  }
  export default function show(options: Options): void
}
