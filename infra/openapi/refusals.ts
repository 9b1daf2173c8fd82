import { bodyLimitsOf, type CallAccess, type Entry } from '#shared/api/contract.ts'
import { identityNotConfirmedText, secondStepMissingText } from '#shared/rules/sign-in-refusals.ts'
import type { JsonObject } from './json.ts'
import { subjectName } from './subject-name.ts'

const statuses = [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503] as const
type Status = (typeof statuses)[number]

const ref = (name: string) => ({ $ref: `#/components/${name}` })
const json = (...schemas: string[]) => {
  const [only, ...others] = schemas.map((name) => ref(`schemas/${name}`))
  return { 'application/json': { schema: others.length > 0 ? { anyOf: [only, ...others] } : only } }
}

const requestId = { 'x-request-id': ref('headers/RequestId') }
const retryAfter = { ...requestId, 'Retry-After': ref('headers/RetryAfter') }

/** The headers and body schemas of each error status, including the gateway's own errors. */
const forms: Record<Status, { headers: JsonObject; content: JsonObject }> = {
  400: { headers: requestId, content: json('Error', 'GatewayError') },
  401: { headers: { ...requestId, 'WWW-Authenticate': ref('headers/WwwAuthenticate') }, content: json('Error') },
  403: { headers: requestId, content: json('Error') },
  404: { headers: requestId, content: json('Error') },
  409: { headers: requestId, content: json('Error') },
  413: { headers: requestId, content: json('Error', 'GatewayError') },
  415: { headers: requestId, content: json('Error') },
  422: { headers: requestId, content: json('ValidationError') },
  429: { headers: retryAfter, content: json('Error', 'GatewayError') },
  500: { headers: requestId, content: json('ServerError', 'GatewayError') },
  503: { headers: retryAfter, content: json('Error', 'GatewayError') },
}

const throttled =
  'The gateway is not accepting more calls at the moment. This is its own response, without `Retry-After`.'

function mayNot(access: CallAccess): string | undefined {
  if (access === 'tenantAdmin') return 'The caller is not a tenant administrator.'
  if (typeof access !== 'object') return undefined
  const keys = access.anyOf.map((key) => `\`${key}\``)
  return `The caller does not have ${keys.length > 1 ? `any of the permissions ${keys.join(', ')}` : `the permission ${keys.join()}`}.`
}

const secondStepRequired = `\`${secondStepMissingText}\`: the organization requires a second step at sign-in, which the caller has not set up yet.`

const confirmationRequired = `\`${identityNotConfirmedText}\`: the caller has not proved their identity within the last five minutes. \`confirmIdentity\` accepts a proof.`

const confirmationSometimesRequired = `${confirmationRequired} The description says which requests need one.`

const keyRefused = '`A key cannot do this`: the caller used an API key.'

const minutes = (seconds: number) => (seconds === 3600 ? 'an hour' : `${seconds / 60} minutes`)

/** Returns the error responses that follow from the properties of a contract entry, each with its description. */
function general(entry: Entry): Partial<Record<Status, string>> {
  const { access, path, query, body, media, idempotent, versioned, limit, callsPerMinute, subject } = entry
  const { json: jsonLimit, form } = bodyLimitsOf(entry)
  const isClosed = access !== 'public'
  const needsSecondStep = isClosed && !entry.withoutSecondStep ? secondStepRequired : undefined
  const needsProof =
    entry.confirmed && (entry.confirmed === true ? confirmationRequired : confirmationSometimesRequired)
  const needsPerson = isClosed && !entry.takesKey && keyRefused
  const mayNotCall = [mayNot(access), needsSecondStep, needsProof, needsPerson].filter(Boolean).join(' ')
  return {
    ...(body && { 400: 'The body cannot be read: it is not valid JSON, not valid UTF-8, or not a valid form.' }),
    ...(path.includes('{') && !body && { 400: 'The path cannot be decoded. This is the gateway’s own response.' }),
    ...(isClosed && { 401: 'The access token or key is missing or no longer valid.' }),
    ...(mayNotCall && { 403: mayNotCall }),
    ...(subject && {
      404: isClosed
        ? `The caller’s organization has no ${subjectName(subject)} with this id.`
        : `There is no ${subjectName(subject)} with this id.`,
    }),
    ...(versioned && { 409: '`If-Match` does not match the stored version.' }),
    ...(body && {
      413: `The body is larger than ${jsonLimit / 1024} KB${form ? `, or as a form larger than ${form / 1024} KB` : ''}.`,
      415: `The body is not \`application/json\`${media?.includes('form') ? ' or `multipart/form-data`' : ''} in UTF-8.`,
    }),
    ...((query || body || idempotent || versioned) && { 422: 'A field is invalid. `loc` says which one.' }),
    429: limit
      ? `More than ${limit.times} calls in ${minutes(limit.seconds)} from one IP address. \`Retry-After\` says when to try again. ${throttled}`
      : callsPerMinute
        ? `More than ${callsPerMinute.person} calls in a minute by one person, or ${callsPerMinute.organisation} by their organization. \`Retry-After\` says when to try again. ${throttled}`
        : throttled,
    500: 'The call failed. `request_id` identifies it in the logs.',
    503: 'The service, or one that it needs, is busy. Send the same request again after `Retry-After`, with the same `Idempotency-Key` if the call accepts one.',
  }
}

/** Returns all error responses of an entry, by status. `own` describes those that do not follow from the entry's properties. */
export function describeRefusals(entry: Entry, own: Partial<Record<Status, string>> = {}): JsonObject {
  const shared = general(entry)
  const responses: JsonObject = {}
  for (const status of statuses) {
    const description = [shared[status], own[status]].filter(Boolean).join(' ')
    if (description) responses[status] = { description, ...forms[status], ...(status === 409 && conflictOf(entry)) }
  }
  return responses
}

/**
 * Describes the body of the 409 response to a change that is based on a stale version of a delivery: the body says what has changed
 * since. Returns an empty object for all other calls.
 */
const conflictOf = ({ subject, versioned }: Entry) =>
  subject === 'Delivery' && versioned ? { content: json('StaleDelivery') } : {}
