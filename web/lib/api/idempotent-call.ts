import { hashKey } from '@tanstack/react-query'
import type { Entry } from '#shared/api/contract.ts'
import type { CallFunction, CallInput } from './caller.ts'

const partsOf = (form: FormData) =>
  [...form].map(([name, part]) => [name, part instanceof File ? [part.name, part.size, part.lastModified] : part])

/** Returns a text that is the same for two attempts to make the same change to the same version of a record. */
const intentionOf = <E extends Entry>({ method, path }: E, { params, body, form, headers }: CallInput<E>) =>
  hashKey([method, path, params, form ? partsOf(form) : body, headers?.['if-match']])

/**
 * Returns a function that makes calls like `call`, and gives those that the server can recognize an idempotency key unless they have
 * one. If the last call failed, its repeat has the same key, because the server may have carried it out although no response came.
 */
export function createIdempotentCall(call: CallFunction): CallFunction {
  let last = { intention: '', key: '' }
  return async (entry, input) => {
    if (!entry.idempotent || input.headers?.['idempotency-key']) return call(entry, input)
    const intention = intentionOf(entry, input)
    if (last.intention !== intention) last = { intention, key: crypto.randomUUID() }
    const result = await call(entry, { ...input, headers: { ...input.headers, 'idempotency-key': last.key } })
    last = { intention: '', key: '' }
    return result
  }
}
