import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { createListeners } from '../../../lib/browser/listeners.ts'

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
  /** Selects or deselects some of the rows. */
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
    change,
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

/** Returns whether all of some rows, of which there is at least one, are selected. */
export const useIsChosen = ({ subscribe, chosen }: RowSelection, rows: readonly DeliveryRow[]) =>
  useSyncExternalStore(subscribe, () => rows.length > 0 && rows.every(({ id }) => chosen().has(id)))

export const useChosenRows = ({ subscribe, chosen }: RowSelection) => useSyncExternalStore(subscribe, chosen)
