import { useEffect, useSyncExternalStore } from 'react'
import { toast as notify } from 'react-hot-toast/headless'
import { newReleaseText } from '../lib/api/browser-error.ts'
import { unreadableAnswerErrorStore } from '../lib/api/unread-answers.ts'
import { reload } from '../lib/browser/reload.ts'
import { toast } from '../lib/browser/toast.ts'
import { Button } from './button.tsx'
import styles from './update-notice.module.css'

const notice = (
  <span className={styles.notice}>
    {newReleaseText}
    <Button size="small" onClick={() => void reload()}>
      Reload
    </Button>
  </span>
)

/** Offers the new release. The notice stays until it is dismissed. */
export const showUpdateNotice = () => notify(notice, { id: 'update', duration: Number.POSITIVE_INFINITY })

/** Reports responses that this page could not read. A notice that the page is outdated stays until it is dismissed. */
export function UpdateNotice() {
  const unread = useSyncExternalStore(unreadableAnswerErrorStore.subscribe, unreadableAnswerErrorStore.last)
  useEffect(() => {
    if (unread?.detail === newReleaseText) showUpdateNotice()
    else if (unread) toast.error(unread.detail)
  }, [unread])
  return null
}
