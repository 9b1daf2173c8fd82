import type { JsonObject } from './json.ts'

/** Response headers, by their names in the document. */
export const documentResponseHeaders: JsonObject = {
  RequestId: {
    description: 'Identifies this request in our logs. The gateway’s own errors do not have it.',
    schema: { type: 'string' },
    example: 'YQ3hVhYxIAMEPzw=',
  },
  RetryAfter: {
    description: 'How many seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  WwwAuthenticate: {
    description: 'The scheme for sending the access token.',
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  Link: {
    description: 'The next page (RFC 8288): `</api/…?cursor=…>; rel="next"`. The last page has none.',
    schema: { type: 'string' },
    example: '</api/deliveries?limit=50&cursor=eyJrIjoiazEifQ>; rel="next"',
  },
  ReadTo: {
    description: 'How far back this page has read. The list is complete from this instant on.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-01-31T18:20:11.000Z',
  },
  Look: {
    description:
      'Identifies this view, which is now recorded in the activity log. For ten minutes, calls that send it as `X-Look` count as part of the same view. Without it, each one is recorded as a separate view.',
    schema: { type: 'string' },
    example: 'k1.Zk9bW1oBzJ3pYHq1s8Xx2g',
  },
  ETag: {
    description: 'Identifies the content of this response. Equal responses have equal values.',
    schema: { type: 'string' },
    example: '"Zk9bW1oBzJ3pYHq1s8Xx2g"',
  },
  Location: {
    description: 'The URL of the created resource.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/api/deliveries/7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41',
  },
}

const text = { type: 'string', minLength: 1 }

const fieldErrors: JsonObject = {
  FieldProblem: {
    type: 'object',
    description: 'A validation error in a field.',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: {
        type: 'array',
        description: 'Where the field is: `body`, `query` or `header`, then the names and indexes that lead to it.',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      msg: { ...text, description: 'The error message, for people.' },
      type: { ...text, description: 'The error type, for programs.' },
    },
  },
  ValidationError: {
    type: 'object',
    description: 'All validation errors in a request.',
    required: ['detail'],
    properties: { detail: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/FieldProblem' } } },
    examples: [
      {
        detail: [{ loc: ['body', 'rx_information', 0, 'rx_number'], msg: 'RX number is required', type: 'too_small' }],
      },
    ],
  },
}

/** Returns the schemas of error responses, by their names in the document. `deliveryChange` is the JSON Schema of one change. */
export const errorSchemas = (deliveryChange: JsonObject): JsonObject => ({
  Error: {
    type: 'object',
    description: 'Why the call was refused, for people.',
    required: ['detail'],
    properties: { detail: text },
    examples: [{ detail: 'Delivery not found' }],
  },
  ...fieldErrors,
  StaleDelivery: {
    type: 'object',
    description:
      'Why the delivery’s state does not allow the call and, if someone else has changed the delivery, what changed.',
    required: ['detail'],
    properties: { detail: text, changes: { type: 'array', items: deliveryChange } },
    examples: [
      {
        detail: 'This delivery was changed by someone else. Refresh and try again.',
        changes: [{ field: 'status', from: 'assigned', to: 'in_progress', by: 'Miguel Santos' }],
      },
    ],
  },
  ServerError: {
    type: 'object',
    description: 'A failure on our side.',
    required: ['detail', 'request_id'],
    properties: { detail: text, request_id: { ...text, description: 'The same value as in `x-request-id`.' } },
    examples: [{ detail: 'Internal server error', request_id: 'YQ3hVhYxIAMEPzw=' }],
  },
  GatewayError: {
    type: 'object',
    description: 'A gateway error, before the call reaches us.',
    required: ['message'],
    properties: { message: { type: ['string', 'null'] } },
    examples: [{ message: 'Request Entity Too Large' }],
  },
})
