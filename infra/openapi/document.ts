import { listRoutes } from '#shared/api/areas.ts'
import { deliveryChange } from '#shared/model/delivery-history.ts'
import { documentResponseHeaders, errorSchemas } from './answers.ts'
import { buildDocumentSchemas } from './document-schemas.ts'
import { requestExamples } from './examples.ts'
import { generalDocumentParts } from './general-parts.ts'
import type { JsonObject } from './json.ts'
import { namesOfDocumentSchemas } from './named-schemas.ts'
import { describeOperation } from './operation.ts'
import { queryFields, sharedHeaderParameters } from './parameters.ts'
import { describedTags } from './tags.ts'

/** Returns the OpenAPI 3.1 document, which describes every call of the contract. */
export function openApiDocument() {
  const routes = listRoutes()
  const schemas = buildDocumentSchemas(namesOfDocumentSchemas(), {
    input: routes.flatMap(({ entry }) => [
      ...(entry.body ? [entry.body()] : []),
      ...queryFields(entry).map(({ schema }) => schema),
    ]),
    output: [deliveryChange(), ...routes.flatMap(({ entry }) => (entry.answer ? [entry.answer()] : []))],
  })
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    const { path, method } = route.entry
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    ...generalDocumentParts,
    tags: describedTags(),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `access_token` of `login` or `refresh`. It is valid for 15 minutes.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key that a tenant administrator created for a program: `ck_…`. Calls that do not list `key` refuse it.',
        },
      },
      parameters: sharedHeaderParameters,
      headers: documentResponseHeaders,
      schemas: { ...errorSchemas(schemas.refer(deliveryChange(), 'output')), ...withExamples(schemas.components) },
    },
  }
}

const withExamples = (components: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [
      name,
      name in requestExamples ? { ...schema, examples: [requestExamples[name]] } : schema,
    ]),
  )
