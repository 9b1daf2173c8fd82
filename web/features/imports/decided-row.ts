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

/** Returns what the server asks about a record as it is. A delivery with an ID of its own gets no second package. */
function questionFor(record: ReadyRecord, results: Results): ImportQuestion | undefined {
  const result = results.get(resultKey(plain(record)))
  const question = result && !result.ok ? questionOf(result.detail) : undefined
  return question === 'out' && 'external_id' in record.row ? undefined : question
}

/** Returns a record that answers a question about its patient. Undefined if there is no decision, or if the record has it already. */
function answered(
  question: ImportQuestion | undefined,
  record: ReadyRecord,
  { renames, alike }: ServerDecisions,
): ReadyRecord | undefined {
  const { row } = record
  const flag = question === 'rename' && renames ? 'rename' : question === 'alike' ? alike : undefined
  return flag && !(flag in row) ? { ...record, row: { ...row, [flag]: true } } : undefined
}

/**
 * Returns all that the server asks about a record, with the decisions so far. Only when it knows who the patient is, it can ask
 * about a package that is out.
 */
export function questionsAbout(record: ReadyRecord, results: Results, decisions: ServerDecisions): ImportQuestion[] {
  const question = questionFor(record, results)
  const next = answered(question, record, decisions)
  return [...(question ? [question] : []), ...(next ? questionsAbout(next, results, decisions) : [])]
}

/** Returns a record with the decisions about it, if the server asks for any and they have been made. */
export function decidedRecord(record: ReadyRecord, results: Results, decisions: ServerDecisions): SentRecord {
  const question = questionFor(record, results)
  const next = answered(question, record, decisions)
  if (next) return decidedRecord(next, results, decisions)
  return { ...record, plansAnew: question === 'out' && decisions.plansAnew === true }
}
