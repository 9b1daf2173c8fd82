import { useState } from 'react'

export type Refusals = ReturnType<typeof useRefusals>

/** What was refused last of a list's rows, and why: it stands at its row until something else is done. */
export function useRefusals() {
  const [refused, setRefused] = useState<{ id: string; text: string }>()
  return {
    of: (id: string) => (refused?.id === id ? refused.text : ''),
    refuse: (id: string, text: string) => setRefused({ id, text }),
    clear: () => setRefused(undefined),
  }
}
