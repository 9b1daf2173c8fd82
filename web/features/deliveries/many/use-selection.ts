import { useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'

export interface RowSelection {
  /** The selected rows of the list, by id. */
  chosen: ReadonlyMap<string, DeliveryRow>
  /** Selects or deselects a row or, if `isRange` is true, all rows from the one that was clicked last to this one. */
  tick: (row: DeliveryRow, isRange: boolean) => void
  /** Selects or deselects all loaded rows. */
  tickAll: (isTicked: boolean) => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Manages which rows of a list are selected. Rows stay selected when the list is read again, except that a row that disappears is
 * deselected, because users must not change a row that they cannot see. `rows` is undefined until the list has been read.
 */
export function useSelection(rows: readonly DeliveryRow[] | undefined): RowSelection {
  const [ticked, setTicked] = useState(none)
  const [last, setLast] = useState('')
  const listed = rows ?? []
  const chosen = new Map(listed.filter(({ id }) => ticked.has(id)).map((row) => [row.id, row]))
  if (rows && chosen.size < ticked.size) setTicked(new Set(chosen.keys()))

  function change(some: readonly DeliveryRow[], isTicked: boolean) {
    const ids = new Set(some.map(({ id }) => id))
    setTicked(isTicked ? ticked.union(ids) : ticked.difference(ids))
  }
  return {
    chosen,
    tick(row, isRange) {
      const [from, to] = [listed.findIndex(({ id }) => id === last), listed.findIndex(({ id }) => id === row.id)]
      const range = isRange && from >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      change(range, !ticked.has(row.id))
      setLast(row.id)
    },
    tickAll: (isTicked) => change(listed, isTicked),
    clear: () => setTicked(none),
  }
}
