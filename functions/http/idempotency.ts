import { createHash } from 'node:crypto'
import { isId } from '#shared/model/fields.ts'
import { put } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, RequestIdempotency } from './operation.ts'
import type { RequestInput } from './read-request.ts'
import type { Services } from './services.ts'

/** For how many seconds a repeated request gets the first response. */
const lifetimeSeconds = 86_400

export interface RecordedResponse {
  status: number
  text: string
}

interface Repeatable {
  services: Services
  caller: Caller
  header: string
  /** The route. A request that reuses an idempotency key with another route, path parameter, body or photo is refused. */
  routeKey: string
  input: RequestInput
  status: number
}

/**
 * Runs an operation in such a way that it takes effect at most once in `lifetimeSeconds` for each idempotency key of a caller. A
 * repeated request gets the first response. Throws a 422 if the key is no UUID, or was used for another request.
 */
export async function answerOnce(
  request: Repeatable,
  perform: (idempotency: RequestIdempotency) => Promise<RecordedResponse>,
): Promise<RecordedResponse> {
  const { services, caller, header, routeKey, input, status } = request
  const id = header.trim().toLowerCase()
  if (!isId(id))
    throw new AppError('invalid', [{ loc: ['header', 'Idempotency-Key'], msg: 'Must be a UUID', type: 'value_error' }])

  const context = { services, caller, status, request_hash: hashOf(routeKey, input) }
  const { firstAnswer, idempotency } = keep(context, id)
  const repeated = await firstAnswer()
  if (repeated) return repeated
  try {
    return await perform(idempotency)
  } catch (error) {
    // A parallel request with the same key may have finished first. Return its response.
    const answered = await firstAnswer()
    if (answered) return answered
    throw error
  }
}

interface AnswerContext extends Pick<Repeatable, 'services' | 'caller' | 'status'> {
  request_hash: string
}

function keep(context: AnswerContext, id: string) {
  const { services, caller, status, request_hash } = context
  const key = caller.keys.idempotency(caller.user.id, id)
  const nowSeconds = Math.floor(services.now().getTime() / 1000)

  async function firstAnswer(): Promise<RecordedResponse | undefined> {
    const record = await services.table.get(key)
    if (!record || record.expires_at_seconds <= nowSeconds) return undefined
    if (record.request_hash === request_hash) return { status: record.status, text: record.answer }
    const msg = 'This key was used for another request'
    throw new AppError('invalid', [{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error' }])
  }

  const idempotency: RequestIdempotency = {
    key,
    record: (answer) =>
      put(
        key,
        { request_hash, status, answer: JSON.stringify(answer), expires_at_seconds: nowSeconds + lifetimeSeconds },
        { absentOr: { atMost: { expires_at_seconds: nowSeconds } } },
      ),
    async part(name, runPart) {
      const own = keep(context, `${id}#${name}`)
      try {
        return await runPart(own.idempotency)
      } catch (error) {
        const first = await own.firstAnswer()
        if (first) return JSON.parse(first.text)
        throw error
      }
    },
  }
  return { firstAnswer, idempotency }
}

function hashOf(routeKey: string, { params, body, photo }: RequestInput) {
  const hash = createHash('sha256').update(JSON.stringify([routeKey, params, body]))
  if (photo) hash.update(photo)
  return hash.digest('base64url')
}
