import { useState } from 'react'
import { listColumnChoices } from '#shared/api/imports.ts'
import type { ImportKind } from '#shared/model/import.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { useToday } from '../../lib/session/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox, RadioChoice } from '../../ui/choice.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CheckStep, type ImportPlan } from './check-step.tsx'
import { fieldLabelOf, type ImportField } from './column-heads.ts'
import { ColumnList } from './column-list.tsx'
import { HiddenRows } from './hidden-rows.tsx'
import styles from './imports.module.css'
import { type ColumnChoice, headNames, keepChoice, rememberedChoice } from './keep-choice.ts'
import {
  columnsWithoutRxNumber,
  hasIds,
  hasOtherDays,
  type MatchedColumns,
  matchColumns,
  missingRequiredFields,
  valuesAt,
} from './match-columns.ts'
import { type DayMonthOrder, detectDayMonthOrder } from './read-dates.ts'
import { type DayMonthOrderByField, dayFields } from './read-rows.ts'
import type { FileTable } from './read-table.ts'
import { SameFields } from './same-fields.tsx'
import { SendStep } from './send-step.tsx'

/** The progress of the import. In its last step, the rows are sent. */
type Progress =
  | { step: 'columns'; choice?: ColumnChoice }
  | { step: 'check'; choice: ColumnChoice }
  | { step: 'send'; plan: ImportPlan }

interface ImportStepsProps {
  kind: ImportKind
  table: FileTable
  /** Called with the table that the user has corrected. */
  onTable: (table: FileTable) => void
  onAgain: () => void
}

/** The steps that follow once a file has been read: its columns, the check, and the import itself. */
export function ImportSteps({ kind, table, onTable, onAgain }: ImportStepsProps) {
  const [progress, setProgress] = useState<Progress>({ step: 'columns' })
  const common = { kind, table }
  if (progress.step === 'send') return <SendStep {...common} plan={progress.plan} onAgain={onAgain} />
  if (progress.step === 'columns')
    return (
      <ColumnsStep
        {...common}
        choice={progress.choice}
        onTable={onTable}
        onBack={onAgain}
        onChosen={(choice) => setProgress({ step: 'check', choice })}
      />
    )
  return (
    <CheckStep
      {...common}
      choice={progress.choice}
      onTable={onTable}
      onBack={() => setProgress({ step: 'columns', choice: progress.choice })}
      onImport={(plan, choice) => {
        // The import does not wait until the choice is stored. If storing fails, the next file begins as if it had not been made.
        void keepChoice(kind, table, choice).catch(() => undefined)
        setProgress({ step: 'send', plan })
      }}
    />
  )
}

interface ColumnsStepProps {
  kind: ImportKind
  table: FileTable
  /** The choice made earlier, if the user returns from the check. */
  choice?: ColumnChoice | undefined
  onTable: (table: FileTable) => void
  onBack: () => void
  onChosen: (choice: ColumnChoice) => void
}

/**
 * The step in which the file's columns get their fields. It begins with the choice that was made earlier for this file or for one
 * with the same heads. Without an earlier choice, it begins with the fields that the heads suggest.
 */
function ColumnsStep({ kind, table, choice, ...rest }: ColumnsStepProps) {
  const savedChoices = useApiQuery(listColumnChoices, { query: { kind } })
  const today = useToday()
  if (savedChoices.isPending) return <Skeleton label="Loading columns..." />
  // If no earlier choice can be read, the columns are recognised by their heads.
  const found = rememberedChoice(table, savedChoices.data ?? [])
  const columns = found?.columns ?? matchColumns(kind, table)
  const isForToday = kind === 'deliveries' && !columns.delivery_date && !hasOtherDays(table, columns, today)
  const day = isForToday ? { delivery_date: today } : {}
  const first = choice ?? { columns, orders: found?.orders ?? {}, same: { ...found?.same, ...day } }
  return <ColumnsChoice {...rest} kind={kind} table={table} choice={first} />
}

const rowsIn = ({ name, rows }: FileTable) => `${name}: ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`

const aboveText = (numbers: readonly number[]) =>
  numbers.length === 1
    ? `Row ${numbers[0]} is above the header row and is left out.`
    : `Rows ${numbers[0]} to ${numbers.at(-1)} are above the header row and are left out.`

const repeatedText = (numbers: readonly number[]) =>
  numbers.length === 1
    ? `Row ${numbers[0]} repeats the header row and is left out.`
    : `Rows ${numbers.join(', ')} repeat the header row and are left out.`

const missingText = (missing: readonly string[]) =>
  `Choose a column, or one value for all rows, for: ${missing.join(', ')}`

interface ColumnsChoiceProps extends ColumnsStepProps {
  choice: ColumnChoice
}

function ColumnsChoice({ kind, table, choice: first, onTable, onBack, onChosen }: ColumnsChoiceProps) {
  const [columns, setColumns] = useState(first.columns)
  const [orders, setOrders] = useState(first.orders)
  const [same, setSame] = useState(first.same)
  const [isOfKnown, setOfKnown] = useState(false)
  const [isRejected, setRejected] = useState(false)
  const missing = missingRequiredFields(kind, columns, same)
  const canBeKnown = missing.length > 0 && hasIds(kind, columns)
  const isMissing = missing.length > 0 && !(canBeKnown && isOfKnown)
  const names = headNames(table)
  const withoutRx = columnsWithoutRxNumber(columns).map((at) => names[at])
  const open = dayFields.filter((field) => columns[field] !== undefined && !orderIn(table, columns, field))
  const undecided = open.filter((field) => !orders[field])

  function next() {
    if (isMissing || withoutRx.length > 0 || undecided.length > 0) return setRejected(true)
    const own = Object.fromEntries(Object.entries(same).filter(([field]) => !Object.hasOwn(columns, field)))
    const choice = { columns, orders: ordersOf(table, columns, orders), same: own }
    // The import does not wait until the choice is stored. If storing fails, the next file begins as if it had not been made.
    void keepChoice(kind, table, choice).catch(() => undefined)
    onChosen(choice)
  }

  return (
    <Card title="Columns">
      <p className="muted">{rowsIn(table)}</p>
      {table.above.length > 0 && <p className="muted">{aboveText(table.above)}</p>}
      {table.repeated.length > 0 && <p className="muted">{repeatedText(table.repeated)}</p>}
      <HiddenRows table={table} onChange={onTable} />
      {missing.length > 0 && !isRejected && <p>{missingText(missing)}</p>}
      <ColumnList
        kind={kind}
        table={table}
        first={first.columns}
        columns={columns}
        isOpen={missing.length > 0}
        onChange={setColumns}
      />
      <SameFields kind={kind} columns={columns} same={same} onChange={setSame} />
      {open.map((field) => (
        <RadioChoice<DayMonthOrder>
          key={field}
          label={`${fieldLabelOf(kind, field)}: what comes first in ${openExample(table, columns, field)}?`}
          value={orders[field] ?? ''}
          options={[
            { value: 'month', label: 'The month' },
            { value: 'day', label: 'The day' },
          ]}
          onChange={(order) => setOrders({ ...orders, [field]: order })}
          error={isRejected && !orders[field] ? 'Please choose one' : undefined}
        />
      ))}
      <FormAlert>{isRejected && isMissing && missingText(missing)}</FormAlert>
      {withoutRx.length > 0 && (
        <FormAlert>{`Choose a column with RX numbers, or leave out: ${withoutRx.join(', ')}`}</FormAlert>
      )}
      {canBeKnown && (
        <Checkbox checked={isOfKnown} onTick={setOfKnown}>
          Every row is about {kind === 'patients' ? 'a patient' : 'a delivery or patient'} that is here already
        </Checkbox>
      )}
      <div className={styles.actions}>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" onClick={next}>
          Continue
        </Button>
      </div>
    </Card>
  )
}

const cellsOf = (table: FileTable, columns: MatchedColumns, field: ImportField) =>
  (columns[field] ?? []).flatMap((at) => valuesAt(table, at))

const orderIn = (table: FileTable, columns: MatchedColumns, field: ImportField) =>
  detectDayMonthOrder(cellsOf(table, columns, field))

/** The order of the dates of each field: as the file shows it, or else as it was answered, now or for an earlier file. */
const ordersOf = (table: FileTable, columns: MatchedColumns, answered: DayMonthOrderByField): DayMonthOrderByField =>
  Object.fromEntries(
    dayFields.flatMap((field) => {
      const found = orderIn(table, columns, field)
      const order = found === 'either' ? answered[field] : (found ?? answered[field])
      return order ? [[field, order]] : []
    }),
  )

const openExample = (table: FileTable, columns: MatchedColumns, field: ImportField) =>
  cellsOf(table, columns, field).find((cell) => !detectDayMonthOrder([cell]))
