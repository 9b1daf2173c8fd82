import { type ImportQuestion, type ImportResult, questionOf } from '#shared/model/import.ts'
import type { IdRules } from './group-rows.ts'
import type { ReadyRecord } from './to-rows.ts'

/** What someone has decided about rows that the server rejects without a decision. */
export interface ServerDecisions {
  /** Whether IDs that belong to other names are new names of the same people. */
  renames?: boolean | undefined
  /** Who the patients are that differ from one of the directory in the phone number or the address. */
  alike?: IdRules['alike']
  /** Whether new prescriptions for packages that are out become new packages. */
  plansAnew?: boolean | undefined
}

/** A record as it is sent. */
export interface SentRecord extends ReadyRecord {
  /** Whether it is sent with `when_out: 'new'`. */
  plansAnew: boolean
}

export const resultKey = ({ row, plansAnew }: SentRecord): string => `${plansAnew} ${JSON.stringify(row)}`

/** The results of the comparison so far, by `resultKey`. */
export type Results = ReadonlyMap<string, ImportResult>

const plain = (record: ReadyRecord): SentRecord => ({ ...record, plansAnew: false })

/** Returns what the server asks about a record. A delivery with an ID of its own gets no second package. */
export function questionFor(record: ReadyRecord, results: Results): ImportQuestion | undefined {
  const result = results.get(resultKey(plain(record)))
  const question = result && !result.ok ? questionOf(result.detail) : undefined
  return question === 'out' && 'external_id' in record.row ? undefined : question
}

/** Returns a record with the decision about it, if the server asks for one and it has been made. */
export function decidedRecord(record: ReadyRecord, results: Results, decisions: ServerDecisions): SentRecord {
  const question = questionFor(record, results)
  const { row } = record
  if (question === 'rename' && decisions.renames) return plain({ ...record, row: { ...row, rename: true } })
  if (question === 'alike' && decisions.alike) return plain({ ...record, row: { ...row, [decisions.alike]: true } })
  return { ...record, plansAnew: question === 'out' && decisions.plansAnew === true }
}
