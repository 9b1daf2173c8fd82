import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const { notify, subscribe } = createListeners()
let known: string | undefined

async function learn(): Promise<void> {
  const { readConfig } = await import('./config.ts')
  known = (await readConfig()).support_address
  notify()
}

function whileShown(listener: () => void) {
  // Where it cannot be learnt, the page does without, and the next one asks again.
  if (!known) learn().catch(() => undefined)
  return subscribe(listener)
}

/** Where to ask for help in this environment, signed in or not. Undefined until it is known: no page waits for it. */
export const useSupportAddress = (): string | undefined => useSyncExternalStore(whileShown, () => known)
