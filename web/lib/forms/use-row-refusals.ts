import { useState } from 'react'

export type RowRefusals = ReturnType<typeof useRowRefusals>

/** The row of a list whose last action was refused, and the reason. The text stays at the row until the next action. */
export function useRowRefusals() {
  const [refused, setRefused] = useState<{ id: string; text: string }>()
  return {
    of: (id: string) => (refused?.id === id ? refused.text : ''),
    refuse: (id: string, text: string) => setRefused({ id, text }),
    clear: () => setRefused(undefined),
  }
}
