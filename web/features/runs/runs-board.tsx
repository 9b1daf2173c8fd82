import { useEffect, useMemo, useState } from 'react'
import { updateDelivery } from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { RunSummary } from '#shared/model/run.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, withRefusalReason } from '../../lib/api/call-error.ts'
import { toast } from '../../lib/browser/toast.ts'
import { focusFirstControl } from '../../ui/focus-keeper.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { rereadDelivery, rereadRuns, updateCachedDelivery } from '../deliveries/delivery-cache.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { type RowSelection, useChosenRows, useSelection } from '../deliveries/many/selection.ts'
import { SelectionBar } from '../deliveries/many/selection-bar.tsx'
import { useBulkChange } from '../deliveries/many/use-bulk-change.ts'
import type { DriverOption } from '../deliveries/use-driver-options.ts'
import styles from './run.module.css'
import {
  type Assignee,
  type AssigneeColumn,
  AssignMenu,
  columnId,
  isAssignable,
  isMovablePackage,
  RunColumn,
} from './run-column.tsx'

/** Returns a function that assigns a package to another person or to no one and resolves to whether that succeeded. */
function useAssign() {
  const [failure, setFailure] = useState('')
  async function assign(row: DeliveryRow, to: Assignee) {
    setFailure('')
    try {
      const headers = { 'if-match': String(row.version) }
      const sent = { params: { id: row.id }, body: { pharmacist_id: to.id }, headers }
      updateCachedDelivery((await call(updateDelivery, sent)).body)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      rereadDelivery(row.id)
      setFailure(`${row.patient_name}: ${withRefusalReason(deliveryLabels.assignFailed, error)}`)
      return false
    }
    toast.success(`1 moved to ${to.name}`)
    return true
  }
  return { assign, failure }
}

/**
 * Returns a function to call after a package was moved by keyboard. The package is focused again as soon as it appears in its new
 * column.
 */
function useFollowing(rows: readonly DeliveryRow[]) {
  const [moved, setMoved] = useState<{ id: string; to: string | null }>()
  useEffect(() => {
    if (!moved || !rows.some(({ id, pharmacist_id }) => id === moved.id && pharmacist_id === moved.to)) return
    setMoved(undefined)
    const link = document.querySelector(`main [data-row="${moved.id}"] [data-main]`)
    if (link) focusFirstControl(link)
  }, [moved, rows])
  return setMoved
}

/**
 * Returns the sections of the board: unassigned packages first, then everyone with deliveries on this day, then the drivers, then
 * everyone else to whom packages can be assigned.
 */
function columnsOf({ pharmacists, summaries }: Pick<BoardProps, 'pharmacists' | 'summaries'>): AssigneeColumn[] {
  const summaryOf = (id: string | null) => summaries.find(({ person }) => (person?.id ?? null) === id)
  const people = new Map<string, AssigneeColumn>()
  for (const { value: id, label: name, delivers } of pharmacists)
    people.set(id, { id, name, summary: summaryOf(id), isFirst: delivers })
  for (const summary of summaries)
    if (summary.person) {
      const { id, full_name: name } = summary.person
      people.set(id, { id, name, summary, isFirst: true })
    }
  const rank = ({ summary, isFirst }: AssigneeColumn) => (summary ? 0 : isFirst ? 1 : 2)
  return [
    { id: null, name: deliveryLabels.unassigned, summary: summaryOf(null), isFirst: true },
    ...[...people.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)),
  ]
}

/** Returns the packages of a column, in the order of the person's run. A package that was just moved there comes last. */
function packagesOf({ id, summary }: AssigneeColumn, rows: readonly DeliveryRow[]) {
  const places = new Map(summary?.delivery_ids.map((one, place) => [one, place]))
  const placeOf = (row: DeliveryRow) => places.get(row.id) ?? places.size
  return rows.filter(({ pharmacist_id }) => pharmacist_id === id).sort((a, b) => placeOf(a) - placeOf(b))
}

interface BoardProps {
  date: string
  pharmacists: readonly DriverOption[]
  summaries: readonly RunSummary[]
  rows: readonly DeliveryRow[]
  /** The ids of the packages and columns that other users have just changed. */
  changed: ReadonlySet<string>
}

/**
 * Everyone's packages for a day: the unassigned ones, and beside them those of each person. Packages can be moved between them.
 */
export function RunsBoard({ date, pharmacists, summaries, rows, changed }: BoardProps) {
  const columns = columnsOf({ pharmacists, summaries })
  const { assign, failure } = useAssign()
  const movable = useMemo(() => rows.filter(isMovablePackage), [rows])
  const selection = useSelection(movable)
  const bulk = useBulkChange()
  const [dragged, setDragged] = useState<DeliveryRow>()
  const follow = useFollowing(rows)
  const nameOf = uniqueRowNamer(rows, ({ patient_name }) => patient_name)

  /** Moves all selected packages to a person, or to no one. */
  async function moveChosen(to: Assignee) {
    const chosen = [...selection.chosen().values()]
    const moved = await bulk.change(chosen, { pharmacist_id: to.id }, 'moved')
    rereadRuns()
    selection.change(
      chosen.filter(({ id }) => moved.includes(id)),
      false,
    )
  }
  function drop(to: AssigneeColumn) {
    if (!isAssignable(to)) return setDragged(undefined)
    if (dragged && selection.chosen().has(dragged.id)) void moveChosen(to)
    else if (dragged && dragged.pharmacist_id !== to.id) void assign(dragged, to)
    setDragged(undefined)
  }

  const columnAt = (column: AssigneeColumn, i: number) => (
    <RunColumn
      key={columnId(column.id)}
      date={date}
      column={column}
      nameOf={nameOf}
      rows={packagesOf(column, rows)}
      selection={selection}
      people={columns}
      changed={changed}
      onMove={(row, to) => void assign(row, to)}
      onMoveBeside={(row, by) => {
        const beside = (by === 1 ? columns.slice(i + 1) : columns.slice(0, i).reverse()).find(isAssignable)
        if (beside) void assign(row, beside).then((isMoved) => isMoved && follow({ id: row.id, to: beside.id }))
      }}
      onDrag={setDragged}
      onDrop={() => drop(column)}
    />
  )
  const [nobodys, ...others] = columns.map(columnAt)
  const shown = columns.filter(({ isFirst }) => isFirst).length - 1
  const folded = others.slice(shown)
  return (
    <>
      <FormAlert>{failure}</FormAlert>
      <div className={styles.board}>
        {nobodys}
        <div className={styles.columns}>
          {others.slice(0, shown)}
          {folded.length > 0 && (
            <details className={styles.everyone}>
              <summary>Show everyone</summary>
              <div className={styles.columns}>{folded}</div>
            </details>
          )}
        </div>
      </div>
      <PackageSelectionBar selection={selection} people={columns} bulk={bulk} onMove={(to) => void moveChosen(to)} />
    </>
  )
}

interface ChosenBarProps {
  selection: RowSelection
  people: readonly AssigneeColumn[]
  bulk: ReturnType<typeof useBulkChange>
  onMove: (to: Assignee) => void
}

/** The actions for all selected packages. The bar stays visible while the board scrolls. */
function PackageSelectionBar({ selection, people, bulk, onMove }: ChosenBarProps) {
  const { size } = useChosenRows(selection)
  if (size === 0 && bulk.refused.length === 0) return null
  return (
    <SelectionBar name="Selected packages" count={size} bulk={bulk} onClear={selection.clear}>
      <AssignMenu people={people} opensUpward onPick={onMove} />
    </SelectionBar>
  )
}
