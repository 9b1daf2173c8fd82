import type { Json } from './json.ts'

/** Response headers, by their names in the document. */
export const answerHeaders: Json = {
  RequestId: {
    description: 'Names this request in our logs. The gateway’s own refusals do not have it.',
    schema: { type: 'string' },
    example: 'YQ3hVhYxIAMEPzw=',
  },
  RetryAfter: {
    description: 'Seconds after which trying again makes sense.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  WwwAuthenticate: {
    description: 'The scheme in which the access token is sent.',
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  Link: {
    description: 'The next page (RFC 8288): `</api/…?cursor=…>; rel="next"`. The last page has none.',
    schema: { type: 'string' },
    example: '</api/deliveries?limit=50&cursor=eyJrIjoiazEifQ>; rel="next"',
  },
  ReadTo: {
    description: 'The instant up to which this page has looked back: the list is whole from there on.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-01-31T18:20:11.000Z',
  },
  Look: {
    description:
      'The look at this thing, which is in the activity now. Sent with the calls that take an `X-Look`, it makes them part of this look for ten minutes; without it each of them leaves a look of its own.',
    schema: { type: 'string' },
    example: 'k1.Zk9bW1oBzJ3pYHq1s8Xx2g',
  },
  ETag: {
    description: 'Names this answer: the same one has the same.',
    schema: { type: 'string' },
    example: '"Zk9bW1oBzJ3pYHq1s8Xx2g"',
  },
  Location: {
    description: 'Where what was made is read.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/api/deliveries/7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41',
  },
}

const text = { type: 'string', minLength: 1 }

/** Schemas of error responses, by their names in the document. */
export const errorSchemas = (deliveryChange: Json): Json => ({
  Error: {
    type: 'object',
    description: 'Why a call was refused, in words for people.',
    required: ['detail'],
    properties: { detail: text },
    examples: [{ detail: 'Delivery not found' }],
  },
  FieldProblem: {
    type: 'object',
    description: 'A rule that a field breaks.',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: {
        type: 'array',
        description: 'Where: `body`, `query` or `header`, then the names and indexes that lead to the field.',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      msg: { ...text, description: 'The rule, in words for people.' },
      type: { ...text, description: 'The kind of rule, for programs.' },
    },
  },
  ValidationError: {
    type: 'object',
    description: 'Every rule that a request breaks.',
    required: ['detail'],
    properties: { detail: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/FieldProblem' } } },
    examples: [
      {
        detail: [{ loc: ['body', 'rx_information', 0, 'rx_number'], msg: 'RX number is required', type: 'too_small' }],
      },
    ],
  },
  StaleDelivery: {
    type: 'object',
    description: 'Why the state of a delivery forbids a call; after a change by somebody else, also what has changed.',
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
    description: 'A failure of ours.',
    required: ['detail', 'request_id'],
    properties: { detail: text, request_id: { ...text, description: 'As in `x-request-id`.' } },
    examples: [{ detail: 'Internal server error', request_id: 'YQ3hVhYxIAMEPzw=' }],
  },
  GatewayError: {
    type: 'object',
    description: 'What the gateway refuses or fails at before a call reaches us.',
    required: ['message'],
    properties: { message: { type: ['string', 'null'] } },
    examples: [{ message: 'Request Entity Too Large' }],
  },
})
