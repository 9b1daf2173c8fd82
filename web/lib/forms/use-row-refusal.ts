import { useMemo, useState } from 'react'

export type RowRefusalState = ReturnType<typeof useRowRefusal>

/** Holds the reason why the last action on a list was refused, and the id of the row at which to show it until the next action. */
export function useRowRefusal() {
  const [refused, setRefused] = useState<{ id: string; text: string }>()
  return useMemo(
    () => ({
      of: (id: string) => (refused?.id === id ? refused.text : ''),
      refuse: (id: string, text: string) => setRefused({ id, text }),
      clear: () => setRefused(undefined),
    }),
    [refused],
  )
}
