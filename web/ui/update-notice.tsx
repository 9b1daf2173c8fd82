import { useEffect, useSyncExternalStore } from 'react'
import { toast as notify } from 'react-hot-toast/headless'
import { updated } from '../lib/browser-error.ts'
import { reload } from '../lib/reload.ts'
import { toast } from '../lib/toast.ts'
import { unreadAnswers } from '../lib/unread-answers.ts'
import { Button } from './button.tsx'
import styles from './update-notice.module.css'

const notice = (
  <span className={styles.notice}>
    {updated}
    <Button size="small" onClick={reload}>
      Reload
    </Button>
  </span>
)

/** Tells among the messages what this page could not read; that only a newer one can stays there. */
export function UpdateNotice() {
  const unread = useSyncExternalStore(unreadAnswers.subscribe, unreadAnswers.last)
  useEffect(() => {
    if (unread?.detail === updated) notify(notice, { id: 'update', duration: Number.POSITIVE_INFINITY })
    else if (unread) toast.error(unread.detail)
  }, [unread])
  return null
}
