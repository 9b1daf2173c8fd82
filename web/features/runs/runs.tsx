import { useEffect, useState } from 'react'
import { listDeliveries, updateDelivery } from '#shared/api/deliveries.ts'
import { listRuns } from '#shared/api/runs.ts'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import type { RunSummary } from '#shared/model/run.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, withRefusal } from '../../lib/api/call-error.ts'
import { readPageAhead, useApiPages } from '../../lib/api/paged-queries.ts'
import { poll, readAhead } from '../../lib/api/queries.ts'
import { useLiveChanges } from '../../lib/api/use-live-changes.ts'
import type { FirstRead } from '../../lib/navigation/first-read.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { useToday } from '../../lib/session/clock.ts'
import { announce } from '../../ui/announce.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failed } from '../../ui/failed.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { goTo } from '../../ui/focus-keeper.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Refresh } from '../../ui/refresh.tsx'
import { rowNames } from '../../ui/row-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { keepDelivery, rereadDelivery } from '../deliveries/delivery-cache.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { usePharmacists } from '../deliveries/use-pharmacists.ts'
import { dayOf, firstRuns, inputsOf } from './first-runs.ts'
import styles from './run.module.css'
import { useRuns } from './run-cache.ts'
import { type Assignee, AssignMenu, type Column, columnId, RunColumn } from './run-column.tsx'
import { runLabels } from './run-labels.ts'
import { countOf } from './run-stops.ts'

export const readFirst: FirstRead = (opened) => {
  const first = firstRuns(opened)
  return first && Promise.all([readAhead(listRuns, first.runs), readPageAhead(listDeliveries, first.packages)])
}

/** The tab `Runs`, `/pharmacy/runs?date=`: everybody's day side by side. */
export function Runs() {
  const [params, change] = useAddressQuery()
  const today = useToday()
  const date = dayOf(params) ?? today
  const inputs = inputsOf(date)
  const summaries = useRuns(inputs.runs)
  const list = useApiPages(listDeliveries, inputs.packages)
  const changed = useLiveChanges({
    rows: summaries.data && list.rows && [...summaries.data.map(newsOf), ...list.rows],
    of: date,
    read() {
      void poll(listRuns, inputs.runs)
      void poll(listDeliveries, inputs.packages, 'pages')
    },
    tell: () => announce('The runs have changed'),
  })
  const rows = (list.rows ?? []).filter(({ status }) => status !== 'pending' && status !== 'cancelled')

  function content() {
    if (summaries.isPending || list.isPending) return <Skeleton label={runLabels.loading} lines={8} />
    if (!summaries.data || !list.rows)
      return (
        <Failed message="Failed to load runs" onRetry={() => void Promise.all([summaries.refetch(), list.refetch()])} />
      )
    return <Columns date={date} summaries={summaries.data} rows={rows} changed={changed} />
  }
  return (
    <div className={styles.runs}>
      <div className={styles.bar}>
        <FieldShell label="Date" className={styles.date}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={date}
              onChange={({ target }) => change(() => new URLSearchParams(target.value ? { date: target.value } : {}))}
            />
          )}
        </FieldShell>
        <Refresh
          at={Math.min(summaries.dataUpdatedAt, list.dataUpdatedAt)}
          again={async () =>
            (await Promise.all([summaries.refetch(), list.refetch()])).every(({ isError }) => !isError)
          }
          failed={runLabels.notAllRefreshed}
        />
      </div>
      {content()}
    </div>
  )
}

/** A person's day in numbers, as a row of its own. */
const newsOf = ({ person, counts, state, collected, expected }: RunSummary) => ({
  id: columnId(person?.id ?? null),
  version: JSON.stringify([counts, state, collected, expected]),
})

/** Gives deliveries to another person, or to nobody, one after the other, and says whether all have gone. */
function useAssign() {
  const [failure, setFailure] = useState('')
  async function assign(rows: readonly DeliveryRow[], to: Assignee) {
    setFailure('')
    for (const row of rows)
      try {
        const headers = { 'if-match': String(row.version) }
        const sent = { params: { id: row.id }, body: { pharmacist_id: to.id }, headers }
        keepDelivery((await call(updateDelivery, sent)).body)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        rereadDelivery(row.id)
        setFailure(`${row.patient_name}: ${withRefusal(deliveryLabels.assignFailed, error)}`)
        return false
      }
    announce(`${countOf(rows.length, 'package')} moved to ${to.name}`)
    return true
  }
  return { assign, failure }
}

/** Takes the focus along with a package that the keyboard has moved, as soon as it stands in its new column. */
function useFollowing(rows: readonly DeliveryRow[]) {
  const [moved, setMoved] = useState<{ id: string; to: string | null }>()
  useEffect(() => {
    if (!moved || !rows.some(({ id, pharmacist_id }) => id === moved.id && pharmacist_id === moved.to)) return
    setMoved(undefined)
    const link = document.querySelector(`main [data-row="${moved.id}"] [data-main]`)
    if (link) goTo(link)
  }, [moved, rows])
  return setMoved
}

interface ColumnsProps {
  date: string
  summaries: readonly RunSummary[]
  rows: readonly DeliveryRow[]
  /** What others have changed a moment ago: packages, and columns' numbers. */
  changed: ReadonlySet<string>
}

function Columns({ date, summaries, rows, changed }: ColumnsProps) {
  const { pharmacists } = usePharmacists(true)
  const { assign, failure } = useAssign()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [dragged, setDragged] = useState<DeliveryRow>()
  const follow = useFollowing(rows)
  const columns: Column[] = [
    ...summaries.flatMap((summary) =>
      summary.person ? [{ id: summary.person.id, name: summary.person.full_name, summary }] : [],
    ),
    { id: null, name: deliveryLabels.unassigned, summary: summaries.find(({ person }) => person === null) },
  ]
  if (summaries.length === 0) return <Empty title="Nothing to deliver on this day" />

  const nameOf = rowNames(rows, ({ patient_name }) => patient_name)
  const several = rows.filter(({ id }) => ticked.has(id))
  async function move(moved: readonly DeliveryRow[], to: Assignee) {
    const isMoved = await assign(moved, to)
    setTicked(new Set())
    return isMoved
  }
  const people = [
    ...pharmacists.map(({ value, label }) => ({ id: value, name: label })),
    { id: null, name: deliveryLabels.unassigned },
  ]

  return (
    <>
      <FormAlert>{failure}</FormAlert>
      {several.length > 0 && (
        <div className={styles.actions}>
          <span>{countOf(several.length, 'package')}</span>
          <AssignMenu people={people} onPick={(to) => void move(several, to)} />
        </div>
      )}
      <div className={styles.columns}>
        {columns.map((column, i) => (
          <RunColumn
            key={columnId(column.id)}
            date={date}
            column={column}
            nameOf={nameOf}
            rows={rows.filter(({ pharmacist_id }) => pharmacist_id === column.id)}
            ticked={ticked}
            onTick={(id, isTicked) => {
              const next = new Set(ticked)
              if (isTicked) next.add(id)
              else next.delete(id)
              setTicked(next)
            }}
            people={people}
            changed={changed}
            onMove={(row, to) => void move([row], to)}
            onMoveBeside={(row, by) => {
              const beside = columns[i + by]
              if (beside) void move([row], beside).then((isMoved) => isMoved && follow({ id: row.id, to: beside.id }))
            }}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged && dragged.pharmacist_id !== column.id) void move([dragged], column)
              setDragged(undefined)
            }}
          />
        ))}
      </div>
    </>
  )
}
