import type { RefObject } from 'react'
import type { FormApi } from '../lib/use-form.ts'
import { useLeaveGuard } from '../lib/use-leave-guard.ts'
import { useAskToDiscard } from './use-ask-to-discard.ts'

/** How a screen asks the form in it whether it may be left; nothing while there is none. */
export type LeaveGuard = RefObject<(() => Promise<boolean>) | undefined>

/**
 * Asks before a form with unsaved work is left, by whatever leads away from its page or by the answered function; true when
 * it may be, and what was typed is let go of.
 */
export function useMayLeave({ dirty, busy, discard }: Pick<FormApi, 'dirty' | 'busy' | 'discard'>) {
  const askToDiscard = useAskToDiscard()
  async function mayDiscard() {
    const agreed = await askToDiscard()
    if (agreed) discard()
    return agreed
  }
  useLeaveGuard(dirty, mayDiscard)
  return async () => !busy && (!dirty || (await mayDiscard()))
}
