import type { ReactNode } from 'react'
import { formatDollars, toCents, toDollars } from '#shared/rules/money.ts'
import { Checkbox, RadioChoice } from '../../ui/choice.tsx'
import type { ServerDecisions } from './decided-row.ts'
import type { IdRules } from './group-rows.ts'
import styles from './imports.module.css'
import type { ReadyRecord } from './to-rows.ts'

export type FileDecisions = IdRules & ServerDecisions & { readsBroken?: boolean }

/** How many rows each question is about. */
export interface QuestionCounts {
  broken: number
  renamed: number
  alike: number
  out: number
  /** Rows that have different IDs although they look like one delivery, and like how many. */
  sameDelivery: { rows: number; deliveries: number }
  /** The new deliveries with copays for which the file does not say whether drivers collect them. */
  uncollected: readonly Pick<ReadyRecord, 'uncollected'>[]
}

const rowsWith = (count: number, one: string, several: string) =>
  count === 1 ? `1 row ${one}` : `${count} rows ${several}`

interface FileQuestionsProps {
  counts: QuestionCounts
  decisions: FileDecisions
  /** Whether the question that has to be answered is marked, because someone wants to go on without an answer. */
  isMarked: boolean
  onChange: (decisions: FileDecisions) => void
}

/** The questions that a file raises. Each is asked once for all rows that it is about. */
export function FileQuestions({ counts, decisions, isMarked, onChange }: FileQuestionsProps) {
  const { broken, renamed, alike, out, sameDelivery, uncollected } = counts
  const set = (changed: FileDecisions) => onChange({ ...decisions, ...changed })
  return (
    <>
      {sameDelivery.deliveries > 0 && (
        <RadioChoice
          label={`${sameDelivery.rows} rows look like ${sameDelivery.deliveries === 1 ? '1 delivery' : `${sameDelivery.deliveries} deliveries`}`}
          value={decisions.ignoresIds === undefined ? '' : decisions.ignoresIds ? 'patient' : 'id'}
          options={[
            { value: 'patient', label: 'One delivery for each patient, day and time range' },
            { value: 'id', label: 'One delivery for each ID' },
          ]}
          error={isMarked && decisions.ignoresIds === undefined ? 'Please choose one' : undefined}
          onChange={(value) => set({ ignoresIds: value === 'patient' })}
        />
      )}
      {broken > 0 && (
        <TickedNote
          text={`${rowsWith(broken, 'has', 'have')} a quotation mark that is not closed.`}
          label="Read them as they stand"
          checked={decisions.readsBroken === true}
          onTick={(readsBroken) => set({ readsBroken })}
        />
      )}
      {renamed > 0 && (
        <TickedNote
          text={`${rowsWith(renamed, 'has an ID that belongs', 'have IDs that belong')} to another name.`}
          label="These are new names of the same people"
          checked={decisions.renames === true}
          onTick={(renames) => set({ renames })}
        />
      )}
      {alike > 0 && (
        <RadioChoice
          label={`${rowsWith(alike, 'looks like a patient', 'look like patients')} in the directory or in another row, except for the phone number or address. Are they the same?`}
          value={decisions.alike ?? ''}
          options={[
            { value: 'same_patient', label: 'Yes, update the directory' },
            { value: 'new_patient', label: 'No, add as new' },
          ]}
          onChange={(value) => set({ alike: value })}
        />
      )}
      {uncollected.length > 0 && (
        <TickedNote
          text={uncollectedText(uncollected, decisions.collectsCopays === true)}
          label="Collect these copays"
          checked={decisions.collectsCopays === true}
          onTick={(collectsCopays) => set({ collectsCopays })}
        />
      )}
      {out > 0 && (
        <RadioChoice
          label={`${rowsWith(out, 'is for a package that is', 'are for packages that are')} already out. Plan ${out === 1 ? 'it as a new package' : 'them as new packages'}?`}
          value={decisions.plansAnew === undefined ? '' : decisions.plansAnew ? 'new' : 'none'}
          options={[
            { value: 'new', label: out === 1 ? 'Plan a new package' : 'Plan new packages' },
            { value: 'none', label: out === 1 ? 'Leave it out' : 'Leave them out' },
          ]}
          onChange={(value) => set({ plansAnew: value === 'new' })}
        />
      )}
    </>
  )
}

/** Says what drivers do about copays for which the file does not say it. */
function uncollectedText(found: QuestionCounts['uncollected'], isCollected: boolean): string {
  const sum = found.reduce((cents, { uncollected = 0 }) => cents + toCents(uncollected), 0)
  const copays = found.length === 1 ? '1 new delivery has a copay' : `${found.length} new deliveries have copays`
  const dollars = formatDollars(toDollars(sum))
  return `${copays}, and the file doesn’t say whether to collect ${found.length === 1 ? 'it' : 'them'}. Drivers will ${isCollected ? 'ask for' : 'not ask for'} ${dollars}.`
}

interface TickedNoteProps {
  text: ReactNode
  label: string
  checked: boolean
  onTick: (isTicked: boolean) => void
}

const TickedNote = ({ text, label, checked, onTick }: TickedNoteProps) => (
  <div className={styles.note}>
    <p>{text}</p>
    <Checkbox checked={checked} onTick={onTick}>
      {label}
    </Checkbox>
  </div>
)
