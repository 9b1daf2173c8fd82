import { useEffect, useSyncExternalStore } from 'react'
import { actionStore } from '../features/deliveries/unsent/action-store.ts'
import { isWaitingToBeSent, useUnsentWork } from '../features/deliveries/unsent/unsent.tsx'
import { newRelease } from '../lib/browser/offline-worker.ts'
import { dialogStack } from '../ui/open-dialogs.ts'
import { showUpdateNotice } from '../ui/update-notice.tsx'

/**
 * Offers a new release once this browser has it, but not while something of this user waits to be sent or a dialog is open: an action
 * at a door is finished by the release that began it.
 */
export function useNewReleaseNotice(userId: string) {
  const isReady = useSyncExternalStore(newRelease.subscribe, newRelease.isWaiting)
  const hasDialog = useSyncExternalStore(dialogStack.subscribe, () => dialogStack.topmost() !== undefined)
  const { actions, signed } = useUnsentWork()
  const isFree = !hasDialog && signed.length === 0 && !actions.some(isWaitingToBeSent)
  useEffect(() => {
    if (!isReady || !isFree) return
    // `useUnsentWork` may not have read yet what this browser has stored.
    void actionStore.of(userId).then((stored) => stored.some(isWaitingToBeSent) || showUpdateNotice())
  }, [isReady, isFree, userId])
}
