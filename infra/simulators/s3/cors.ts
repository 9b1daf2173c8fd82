import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import { S3Error } from './s3-error.ts'

/** A CORS rule: the requests that scripts of some origins may send to a bucket. */
export const corsRuleSchema = z.object({
  origins: z.array(z.string()),
  methods: z.array(z.string()),
  /** Request headers that a page may add, in lower case, or `*`. */
  headers: z.array(z.string()),
  exposed: z.array(z.string()),
  maxAge: z.optional(z.string()),
})
export type CorsRule = z.infer<typeof corsRuleSchema>

/** Reads the body of `PutBucketCors`. Throws `S3Error` if it has no rule, or a rule without an origin or a method. */
export function parseCorsRules(xml: string): CorsRule[] {
  const rules = (xml.match(/<CORSRule>.*?<\/CORSRule>/gs) ?? []).map((rule) => {
    const values = (name: string) =>
      [...rule.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, value = '']) => value)
    const [maxAge] = values('MaxAgeSeconds')
    return {
      origins: values('AllowedOrigin'),
      methods: values('AllowedMethod'),
      headers: values('AllowedHeader').map((name) => name.toLowerCase()),
      exposed: values('ExposeHeader'),
      ...(maxAge && { maxAge }),
    }
  })
  if (rules.length === 0 || rules.some(({ origins, methods }) => origins.length === 0 || methods.length === 0)) {
    throw new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed')
  }
  return rules
}

/**
 * Returns the response headers that let the requesting page read the response or, for a preflight request, send the request that it
 * announces. If no rule allows the request, the only header is `vary`.
 */
export function corsHeaders({ method, headers }: IncomingMessage, rules: readonly CorsRule[]): Record<string, string> {
  const { origin = '', 'access-control-request-method': requestedMethod = method ?? '' } = headers
  const requestedHeaders = listOf(headers['access-control-request-headers'] ?? '')
  const rule = rules.find(
    ({ origins, methods, headers }) =>
      includes(origins, origin) &&
      methods.includes(requestedMethod) &&
      requestedHeaders.every((name) => includes(headers, name)),
  )
  const vary = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method'
  if (!rule || origin === '') return { vary }
  return {
    vary,
    'access-control-allow-origin': origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(requestedHeaders.length > 0 && { 'access-control-allow-headers': requestedHeaders.join(', ') }),
    ...(rule.exposed.length > 0 && { 'access-control-expose-headers': rule.exposed.join(', ') }),
    ...(rule.maxAge && { 'access-control-max-age': rule.maxAge }),
  }
}

const includes = (allowed: readonly string[], one: string) => allowed.includes('*') || allowed.includes(one)

const listOf = (header: string) =>
  header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
