import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serveLoopback } from '@carelane/simulators/loopback-server'

/** A request to DynamoDB, such as `Query`, with its input as the document client takes it. */
export interface RecordedRequest {
  command: string
  input: unknown
}

/**
 * Starts a proxy in front of DynamoDB. `take` returns the requests since it was last called, in waves: those of a wave waited for
 * answers to the wave before.
 */
export async function startRecorder(endpoint: string) {
  let waves: RecordedRequest[][] = []
  let answered = 0
  const server = await serveLoopback(async (received, response) => {
    const wave = answered
    const body = await buffer(received)
    const command = String(received.headers['x-amz-target']).split('.')[1] ?? ''
    waves[wave] = [...(waves[wave] ?? []), { command, input: plain(JSON.parse(body.toString())) }]
    const onward = request(endpoint, { method: received.method ?? 'POST', headers: received.headers }).end(body)
    const [answer] = await once(onward, 'response')
    response.writeHead(answer.statusCode, answer.headers).end(await buffer(answer))
    answered = Math.max(answered, wave + 1)
  }, 0)
  const take = () => {
    const taken = waves
    waves = []
    answered = 0
    return taken
  }
  return { endpoint: server.origin, take, close: server.close }
}

/**
 * Returns the input of a request with plain values for typed ones, such as `"x"` for `{"S":"x"}`. Conditions are left out: a request
 * that is made again would not meet them.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const [[type, inner] = ['', undefined], ...others] = Object.entries(value).filter(
    ([name]) => name !== 'ConditionExpression',
  )
  if (others.length === 0 && /^(S|BOOL|M|L)$/.test(type)) return plain(inner)
  if (others.length === 0 && type === 'N') return Number(inner)
  if (others.length === 0 && type === 'NULL') return null
  return Object.fromEntries([[type, inner], ...others].map(([name = '', one]) => [name, plain(one)]))
}
