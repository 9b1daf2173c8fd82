import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { createListeners } from '../../../lib/browser/listeners.ts'
import styles from '../list/list.module.css'

const none: ReadonlyMap<string, DeliveryRow> = new Map()

/**
 * Creates the selection of the rows of a list. What shows it subscribes to it, so that a tick draws the row and the bar anew, but
 * not the list.
 */
function createSelection() {
  const listeners = createListeners()
  let listed: readonly DeliveryRow[] = []
  let chosen = none
  let last = ''

  function select(ids: ReadonlySet<string>) {
    chosen = new Map(listed.filter(({ id }) => ids.has(id)).map((row) => [row.id, row]))
    listeners.notify()
  }
  function change(some: readonly DeliveryRow[], isTicked: boolean) {
    const ids = new Set(chosen.keys())
    for (const { id } of some) isTicked ? ids.add(id) : ids.delete(id)
    select(ids)
  }
  return {
    subscribe: listeners.subscribe,
    /** Returns the selected rows, by id. */
    chosen: () => chosen,
    isEveryRowChosen: () => listed.length > 0 && chosen.size === listed.length,
    /**
     * Sets the rows of the list. They stay selected when the list is read again, except that a row that disappears is deselected,
     * because users must not change a row that they cannot see.
     */
    list(rows: readonly DeliveryRow[]) {
      listed = rows
      select(new Set(chosen.keys()))
    },
    /** Selects or deselects a row or, if `isRange` is true, all rows from the one that was clicked last to this one. */
    tick(row: DeliveryRow, isRange: boolean) {
      const [from, to] = [listed.findIndex(({ id }) => id === last), listed.findIndex(({ id }) => id === row.id)]
      const range = isRange && from >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      change(range, !chosen.has(row.id))
      last = row.id
    },
    /** Selects or deselects all loaded rows. */
    tickAll: (isTicked: boolean) => change(listed, isTicked),
    clear: () => select(new Set()),
  }
}

export type RowSelection = ReturnType<typeof createSelection>

/** Returns the selection of the rows of a list. `rows` is undefined until the list has been read. */
export function useSelection(rows: readonly DeliveryRow[] | undefined): RowSelection {
  const [selection] = useState(createSelection)
  useEffect(() => {
    if (rows) selection.list(rows)
  }, [selection, rows])
  return selection
}

export const useChosenRows = ({ subscribe, chosen }: RowSelection) => useSyncExternalStore(subscribe, chosen)

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  label: string
  /** `isRange` is true if the user held Shift, in order to change all rows from the one that was clicked last to this one. */
  onTick: (isTicked: boolean, isRange: boolean) => void
}

/** A click on the area around the checkbox, or on the text beside it, also toggles it. */
const Checkbox = ({ label, onTick, children, ...rest }: TickProps) => (
  <label className={styles.tick}>
    <input
      type="checkbox"
      aria-label={label}
      {...rest}
      onChange={({ target, nativeEvent }) =>
        onTick(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
    {children}
  </label>
)

interface RowCheckboxProps {
  selection: RowSelection
  row: DeliveryRow
  /** The name of the row. */
  name: string
}

/** The checkbox that selects a row. */
export const RowCheckbox = ({ selection, row, name }: RowCheckboxProps) => (
  <Checkbox
    label={`Select ${name}`}
    data-key="x"
    checked={useSyncExternalStore(selection.subscribe, () => selection.chosen().has(row.id))}
    onTick={(_, isRange) => selection.tick(row, isRange)}
  />
)

/** A checkbox that selects or deselects all loaded rows. `children` is the text beside it. */
export const AllRowsCheckbox = ({ selection, children }: { selection: RowSelection; children?: ReactNode }) => (
  <Checkbox
    label="Select all loaded"
    checked={useSyncExternalStore(selection.subscribe, selection.isEveryRowChosen)}
    onTick={selection.tickAll}
  >
    {children}
  </Checkbox>
)
