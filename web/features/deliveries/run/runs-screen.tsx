import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { listDeliveries, updateDelivery } from '#shared/api/deliveries.ts'
import { listRuns } from '#shared/api/runs.ts'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import type { RunSummary } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { call } from '../../../lib/call.ts'
import { CallError, withRefusal } from '../../../lib/call-error.ts'
import { paths } from '../../../lib/paths.ts'
import { useApiPages, useApiQuery } from '../../../lib/queries.ts'
import { useAddressQuery } from '../../../lib/use-address-query.ts'
import { useToday } from '../../../lib/use-today.ts'
import { announce } from '../../../ui/announce.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { FieldShell, FormAlert } from '../../../ui/form.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuButton } from '../../../ui/menu-entry.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { keepDelivery, rereadDelivery } from '../delivery-cache.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { streetLine } from '../delivery-text.ts'
import { usePharmacists } from '../use-pharmacists.ts'
import styles from './run.module.css'
import { runLabels, stateLabels } from './run-labels.ts'
import { countOf } from './run-stops.ts'

/** `/pharmacy/runs?date=`: everybody's day side by side. */
export function RunsScreen() {
  const [params, change] = useAddressQuery()
  const today = useToday()
  const date = params.get('date') || today
  const summaries = useApiQuery(listRuns, { query: { date } })
  const list = useApiPages(listDeliveries, { query: { delivery_date: date } })
  const rows = (list.rows ?? []).filter(({ status }) => status !== 'pending' && status !== 'cancelled')

  function content() {
    if (summaries.isPending || list.isPending) return <Skeleton label="Loading runs..." lines={8} />
    if (!summaries.data || !list.rows)
      return (
        <Failed message="Failed to load runs" onRetry={() => void Promise.all([summaries.refetch(), list.refetch()])} />
      )
    return <Columns date={date} summaries={summaries.data} rows={rows} />
  }
  return (
    <Page title={runLabels.runs} actions={<ButtonLink to={paths.deliveries}>Delivery Management</ButtonLink>}>
      <FieldShell label="Date">
        {(control) => (
          <input
            {...control}
            type="date"
            value={date}
            onChange={({ target }) => change(() => new URLSearchParams(target.value ? { date: target.value } : {}))}
          />
        )}
      </FieldShell>
      {content()}
    </Page>
  )
}

/** Gives deliveries to another person, or to nobody, one after the other. */
function useAssign() {
  const [failure, setFailure] = useState('')
  async function assign(rows: readonly DeliveryRow[], to: { id: string | null; name: string }) {
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
        return
      }
    announce(`${countOf(rows.length, 'package')} moved to ${to.name}`)
  }
  return { assign, failure }
}

interface Column {
  id: string | null
  name: string
  summary: RunSummary | undefined
}

interface ColumnsProps {
  date: string
  summaries: readonly RunSummary[]
  rows: readonly DeliveryRow[]
}

function Columns({ date, summaries, rows }: ColumnsProps) {
  const { pharmacists } = usePharmacists(true)
  const { assign, failure } = useAssign()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [dragged, setDragged] = useState<DeliveryRow>()
  const columns: Column[] = [
    ...summaries.flatMap((summary) =>
      summary.person ? [{ id: summary.person.id, name: summary.person.full_name, summary }] : [],
    ),
    { id: null, name: 'Unassigned', summary: summaries.find(({ person }) => person === null) },
  ]
  if (summaries.length === 0) return <Empty title="Nothing to deliver on this day" />

  const several = rows.filter(({ id }) => ticked.has(id))
  async function move(moved: readonly DeliveryRow[], to: { id: string | null; name: string }) {
    await assign(moved, to)
    setTicked(new Set())
  }
  const people = [
    ...pharmacists.map(({ value, label }) => ({ id: value, name: label })),
    { id: null, name: 'Unassigned' },
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
            key={column.id ?? '-'}
            date={date}
            column={column}
            rows={rows.filter(({ pharmacist_id }) => pharmacist_id === column.id)}
            ticked={ticked}
            onTick={(id, isTicked) => {
              const next = new Set(ticked)
              if (isTicked) next.add(id)
              else next.delete(id)
              setTicked(next)
            }}
            people={people}
            onMove={(row, to) => void move([row], to)}
            onMoveBeside={(row, by) => {
              const beside = columns[i + by]
              if (beside) void move([row], beside)
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

interface Assignee {
  id: string | null
  name: string
}

const AssignMenu = ({
  people,
  name,
  onPick,
}: {
  people: readonly Assignee[]
  name?: string
  onPick: (to: Assignee) => void
}) => (
  <Menu label="Assign to…" {...(name && { name: `Assign to…: ${name}` })} align="end">
    {people.map((to) => (
      <MenuButton key={to.id ?? '-'} onClick={() => onPick(to)}>
        {to.name}
      </MenuButton>
    ))}
  </Menu>
)

interface RunColumnProps {
  date: string
  column: Column
  rows: readonly DeliveryRow[]
  ticked: ReadonlySet<string>
  people: readonly Assignee[]
  onTick: (id: string, isTicked: boolean) => void
  onMove: (row: DeliveryRow, to: Assignee) => void
  onMoveBeside: (row: DeliveryRow, by: 1 | -1) => void
  onDrag: (row: DeliveryRow) => void
  onDrop: () => void
}

function RunColumn({ date, column, rows, ...on }: RunColumnProps) {
  const { id, name, summary } = column
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be moved by its menu and by keys as well
    <div
      className={styles.column}
      data-over={isOver}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={() => {
        setIsOver(false)
        on.onDrop()
      }}
    >
      <Card
        title={name}
        aside={
          summary &&
          id && <Badge tone={summary.state === 'out' ? 'indigo' : 'brand'}>{stateLabels[summary.state]}</Badge>
        }
      >
        {summary && <Figures summary={summary} />}
        {id && (
          <div>
            <ButtonLink size="small" to={paths.run(date, id)} aria-label={`Open: ${name}`}>
              {summary?.state === 'closed' ? runLabels.confirm : 'Open'}
            </ButtonLink>
          </div>
        )}
        <ul className={styles.plain}>
          {rows.map((row) => (
            <Package key={row.id} row={row} {...on} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

function Figures({ summary: { counts, expected, collected } }: { summary: RunSummary }) {
  const sum = Object.values(collected).reduce((cents, one) => cents + Math.round(one * 100), 0) / 100
  return (
    <p className="small tabular">
      {`${countOf(counts.stops, 'stop')}, ${counts.delivered} of ${counts.deliveries} delivered`}
      {counts.failed > 0 && `, ${counts.failed} failed`}
      {counts.not_loaded > 0 && `, ${counts.not_loaded} not loaded`}
      <br />
      {`${formatDollars(sum)} of ${formatDollars(expected)} collected`}
    </p>
  )
}

function Package({
  row,
  ticked,
  people,
  ...on
}: { row: DeliveryRow } & Omit<RunColumnProps, 'date' | 'column' | 'rows' | 'onDrop'>) {
  const mayMove = row.status !== 'delivered'
  const keyed = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    on.onMoveBeside(row, event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <li className={styles.line} draggable={mayMove} onDragStart={() => on.onDrag(row)}>
      {mayMove && (
        <label className={styles.tickBox}>
          <input
            type="checkbox"
            aria-label={`Select ${row.patient_name}`}
            checked={ticked.has(row.id)}
            onChange={({ target }) => on.onTick(row.id, target.checked)}
          />
        </label>
      )}
      <div>
        <Link className="reach" to={paths.delivery(row.id)} onKeyDown={mayMove ? keyed : undefined}>
          {row.patient_name}
        </Link>
        <div className="muted small">{streetLine(row)}</div>
      </div>
      {mayMove && <AssignMenu people={people} name={row.patient_name} onPick={(to) => on.onMove(row, to)} />}
    </li>
  )
}
