import type { RefObject } from 'react'
import type { FormApi } from '../lib/forms/use-form.ts'
import { useLeaveGuard } from '../lib/navigation/use-leave-guard.ts'
import { useAskToDiscard } from './use-ask-to-discard.ts'

/** Lets a screen ask its form whether the form may be left; undefined while there is no form. */
export type LeaveGuard = RefObject<(() => Promise<boolean>) | undefined>

/**
 * Asks before a form with unsaved values is left, by leaving its page or by the returned function. The function resolves to true if
 * the form may be left; the values are then discarded.
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
