import { expect } from 'vitest'
import type { Entry } from '#shared/api/contract.ts'
import type { Organisation, Received, Sending } from '#tests/support/test-app.ts'

/** A call that changes something of a subject, whatever else is done to it at the same moment. */
export interface Writer<Subject> {
  name: string
  entry: Entry
  sending(subject: Subject, pharmacy: Organisation): Sending
  /** What it may be answered instead of its success. */
  refusals: readonly (string | RegExp)[]
}

type Send = () => Promise<Received>

/** Two calls that are under way at once; in two rounds of four `second` is sent first. */
export async function meet(first: Send, second: Send, round: number): Promise<[Received, Received]> {
  if (round % 4 === 0 || round % 4 === 3) return Promise.all([first(), second()])
  const [two, one] = await Promise.all([second(), first()])
  return [one, two]
}

/** Every pair of writers, each with itself too. */
export const pairsOf = <T>(writers: readonly T[]): { one: T; other: T }[] =>
  writers.flatMap((one, i) => writers.slice(i).map((other) => ({ one, other })))

export const isAccepted = ({ status }: Received) => status < 300

/** A refusal as tests name it: `409 The words that were said`. */
export function refusalOf({ status, body }: Received): string {
  const { detail } = Object(body)
  return `${status} ${Array.isArray(detail) ? detail.map(({ msg }) => msg).join('; ') : detail}`
}

export function expectKnownRefusal(answer: Received, refusals: readonly (string | RegExp)[]) {
  if (isAccepted(answer)) return
  const said = refusalOf(answer)
  if (!refusals.some((text) => (typeof text === 'string' ? text === said : text.test(said))))
    expect(refusals.map(String)).toContain(said)
}
