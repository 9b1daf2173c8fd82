import { useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'

export interface Selection {
  /** Those that are ticked, also when the list no longer shows them. */
  chosen: ReadonlyMap<string, DeliveryRow>
  /** Ticks a row or takes its tick away; with Shift, the same for all rows from the last one that was touched. */
  tick: (row: DeliveryRow, isRange: boolean) => void
  /** All that are loaded, or none. */
  tickAll: (isTicked: boolean) => void
  clear: () => void
}

/** Rows that are ticked. They stay ticked while the list is read again under them. */
export function useSelection(rows: readonly DeliveryRow[] = []): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, DeliveryRow>>(new Map())
  const [last, setLast] = useState('')

  function change(some: readonly DeliveryRow[], isTicked: boolean) {
    const next = new Map(chosen)
    for (const row of some)
      if (isTicked) next.set(row.id, row)
      else next.delete(row.id)
    setChosen(next)
  }
  return {
    chosen,
    tick(row, isRange) {
      const [from, to] = [rows.findIndex(({ id }) => id === last), rows.findIndex(({ id }) => id === row.id)]
      const range = isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      change(range, !chosen.has(row.id))
      setLast(row.id)
    },
    tickAll: (isTicked) => change(rows, isTicked),
    clear: () => setChosen(new Map()),
  }
}
