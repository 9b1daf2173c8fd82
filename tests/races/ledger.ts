import { isDeepStrictEqual } from 'node:util'
import type { TestResponse } from '#tests/support/test-app.ts'

interface Outcome {
  answer: TestResponse
  /** How many attempts may or may not have taken effect. */
  unsure: number
}

/** What callers have learned about one delivery or patient from the responses. */
interface Known {
  /** What the responses said about the compared fields, by version. */
  answers: Map<number, unknown>
  /** How many writes may have taken effect without an answer. */
  perhaps: number
  deletion: 'none' | 'perhaps' | 'certain'
}

/** Records what the responses told the callers. The table must contain all of it, and nothing that the record does not explain. */
export class Ledger {
  readonly deliveries = new Map<string, Known>()
  readonly patients = new Map<string, Known>()
  readonly users: string[] = []
  readonly problems: string[] = []
  /** The number of writes whose response contained what was written. */
  answered = 0

  note(kind: 'deliveries' | 'patients', id: string | undefined, { answer, unsure }: Outcome, deletes = false): void {
    if (!id) return
    const isAcknowledged = answer.status === 200 || answer.status === 201
    const known = this[kind].get(id) ?? { answers: new Map(), perhaps: 0, deletion: 'none' }
    if (isAcknowledged || this[kind].has(id)) this[kind].set(id, known)
    known.perhaps += unsure
    if (deletes && answer.status === 204) known.deletion = 'certain'
    else if (deletes && unsure > 0 && known.deletion === 'none') known.deletion = 'perhaps'
    if (!isAcknowledged) return
    this.answered++
    const { version } = answer.body
    const content = essence(answer.body)
    const before = known.answers.get(version)
    if (before !== undefined && !isDeepStrictEqual(before, content))
      this.problems.push(`version ${version} of ${id} was two things: ${JSON.stringify([before, content])}`)
    known.answers.set(version, content)
  }

  /**
   * Returns how the responses contradict the stored item, or its absence. `ownWrites` is the number of writes that the product made
   * by itself, without a call.
   */
  check(kind: 'deliveries' | 'patients', id: string, stored: { version: number } | undefined, ownWrites = 0): string[] {
    const known = this[kind].get(id)
    if (!known) return []
    if (!stored) return known.deletion === 'none' ? [`${id} was acknowledged and is gone`] : []
    const problems: string[] = []
    if (known.deletion === 'certain') problems.push(`${id} was deleted and is there`)
    const newest = Math.max(...known.answers.keys())
    if (stored.version < newest)
      problems.push(`version ${newest} of ${id} was acknowledged, ${stored.version} is there`)
    const last = known.answers.get(stored.version)
    if (last !== undefined && !isDeepStrictEqual(last, essence(stored)))
      problems.push(`${id} is ${JSON.stringify(essence(stored))}, told was ${JSON.stringify(last)}`)
    const unexplained = stored.version - known.answers.size - known.perhaps - ownWrites
    if (unexplained > 0) problems.push(`${id} has ${unexplained} writes that no request sent`)
    return problems
  }
}

/** Returns the fields that are compared: responses and items have them in common, and the random work may change them. */
function essence(of: object) {
  const { status, pharmacist_id, patient_id, delivery_notes, name, completed_at }: Record<string, unknown> = { ...of }
  return { status, pharmacist_id, patient_id, delivery_notes, name, completed_at }
}
