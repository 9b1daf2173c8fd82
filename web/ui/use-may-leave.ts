import type { RefObject } from 'react'
import type { FormApi } from '../lib/forms/use-form.ts'
import { useLeaveGuard } from '../lib/navigation/use-leave-guard.ts'
import { useAskToDiscard } from './use-ask-to-discard.ts'

/** A reference through which a screen asks its form whether the form may be left. It is empty while there is no form. */
export type LeaveGuardRef = RefObject<(() => Promise<boolean>) | undefined>

/**
 * Asks the user before a form with unsaved values is left. It asks when the user leaves the page and when the returned function is
 * called. The function resolves to true if the form may be left; unsaved values are then discarded. While the form is being
 * submitted, it resolves to false without asking.
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
