import { expect } from 'vitest'
import type { Entry } from '#shared/api/contract.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { resetCallCounts } from '#tests/support/reset-rate-limits.ts'
import type { Organisation, TestApp, TestResponse } from '#tests/support/test-app.ts'
import type { GroupName, RacePart, Subjects } from './groups.ts'

/** A call that changes the subject of a group while another call changes it too. */
type RacingCall<G extends GroupName> = RacePart<G> & { name: string; entry: Entry }

export interface Pair<G extends GroupName> {
  one: RacingCall<G>
  other: RacingCall<G>
}

/**
 * Returns the pairs of calls that race in a group, as their lines in tests/calls say. Each call is paired with itself and a twelfth
 * of those after it, and in the proof with all of those.
 */
export function pairsOf<G extends GroupName>(group: G): Pair<G>[] {
  const calls = everyCall().flatMap(({ entry, line }) =>
    Object.entries<RacePart<G>>(line.races?.[group] ?? {}).map(([name, writer]) => ({ ...writer, name, entry })),
  )
  return calls.flatMap((one, i) =>
    [one, ...sampleUnlessProof(calls.slice(i + 1), i, 12)].map((other) => ({ one, other })),
  )
}

type Send = () => Promise<TestResponse>

/** Sends two calls concurrently. In two of four rounds, `second` is sent first. */
export async function sendTogether(first: Send, second: Send, round: number): Promise<[TestResponse, TestResponse]> {
  if (round % 4 === 0 || round % 4 === 3) return Promise.all([first(), second()])
  const [two, one] = await Promise.all([second(), first()])
  return [one, two]
}

interface Race<G extends GroupName> {
  pair: Pair<G>
  subject: Subjects[G]
  /** The subject of the pair's other call, if parts of it differ. */
  otherSubject?: Subjects[G]
  organisation: Organisation
  round: number
}

/**
 * Makes two calls concurrently and returns their responses. Each must be the success or one of the refusals that the call's
 * line in tests/calls names.
 */
export async function race<G extends GroupName>(app: TestApp, { pair, organisation, round, ...race }: Race<G>) {
  const { one, other } = pair
  for (const { entry } of [one, other]) await resetCallCounts(app, entry, organisation)
  const send = ({ entry, as, id, body }: RacingCall<G>, subject: Subjects[G]) => {
    const caller = as ? as(organisation, subject) : entry.access === 'public' ? undefined : organisation.admin
    const sent = body && { body: body(subject, organisation) }
    const { date = '', user_id = '', token = '', unsent_id = '' } = Object(subject)
    return app.call(entry, {
      as: caller,
      params: { id: id?.(subject) ?? subject.id ?? '', date, user_id, token, unsent_id },
      ...sent,
    })
  }
  const answers = await sendTogether(
    () => send(one, race.subject),
    () => send(other, race.otherSubject ?? race.subject),
    round,
  )
  expectKnownRefusal(answers[0], one.refusals)
  expectKnownRefusal(answers[1], other.refusals)
  return answers
}

export const isAccepted = ({ status }: TestResponse) => status < 300

/** Returns a refusal in the form that tests use, status and message, such as `409 The message`. */
export function refusalTextOf({ status, body }: TestResponse): string {
  const { detail } = Object(body)
  return `${status} ${Array.isArray(detail) ? detail.map(({ msg }) => msg).join('; ') : detail}`
}

function expectKnownRefusal(answer: TestResponse, refusals: readonly (string | RegExp)[] = []) {
  if (isAccepted(answer)) return
  const refusal = refusalTextOf(answer)
  if (!refusals.some((text) => (typeof text === 'string' ? text === refusal : text.test(refusal))))
    expect(refusals.map(String)).toContain(refusal)
}
