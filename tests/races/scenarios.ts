import type { Entry } from '#shared/api/contract.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { makeReady, type ReadyCall } from '#tests/calls/make-ready.ts'
import type { Workplace } from '#tests/calls/workplace.ts'

/** A call, with one of the ways in which it succeeds if no fault occurs. */
export interface Scenario {
  name: string
  entry: Entry
  /** Whether the call needs more than the table in any of the ways in which it succeeds. */
  mayNeed: boolean
  ready(at: Workplace): Promise<ReadyCall>
}

/** Returns every call of the contract, once for each way to succeed that its line in tests/calls names. */
export const everyScenario = (): Scenario[] =>
  everyCall().flatMap((call) => {
    const { name, entry, line } = call
    const mayNeed = line.needs !== undefined || line.otherwiseReady !== undefined
    const scenario = { name, entry, mayNeed, ready: (at: Workplace) => makeReady(call, at) }
    const others = Object.entries(line.otherwiseReady ?? {}).map(([how, make]) => ({
      ...scenario,
      name: `${name} ${how}`,
      ready: (at: Workplace) => makeReady(call, at, make),
    }))
    return [scenario, ...others]
  })
