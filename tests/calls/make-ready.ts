import { randomUUID } from 'node:crypto'
import { formOf } from '#tests/support/builders.ts'
import type { Person, TestResponse } from '#tests/support/test-app.ts'
import type { CallPreparation, MakeReady, Service } from './call.ts'
import type { Call } from './every-call.ts'
import type { Workplace } from './workplace.ts'

/** A call that will succeed, with defaults for everything that its line in `tests/calls` leaves out. */
export interface ReadyCall {
  as: Person | undefined
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  headers: Record<string, string>
  done: CallPreparation['done']
  repeated: number
  needs: readonly Service[]
  send(headers?: Record<string, string>): Promise<TestResponse>
}

/** Prepares everything that one success of the call needs. */
export async function makeReady(
  { entry, line }: Call,
  at: Workplace,
  make: MakeReady = line.ready ?? (() => ({})),
): Promise<ReadyCall> {
  await at.unlimit(entry)
  const ready = await make(at)
  const { query = {}, body, photo, done, repeated = entry.success, needs = line.needs ?? [] } = ready
  const as = ready.as ?? (line.access === 'public' ? undefined : at.caller)
  const params = ready.params ?? (entry.subject ? { id: await at.standing(entry.subject) } : {})
  const headers = { ...(line.idempotent && { 'idempotency-key': randomUUID() }), ...ready.headers }
  const sent = photo ? { form: formOf(body, photo) } : body !== undefined && { body }
  return {
    as,
    params,
    query,
    body,
    headers,
    done,
    repeated,
    needs,
    send: (more = {}) => at.app.call(entry, { as, params, query, ...sent, headers: { ...headers, ...more } }),
  }
}
