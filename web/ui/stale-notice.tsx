import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './form.module.css'
import { FormAlert } from './form-alert.tsx'
import { LiveRegion } from './live-region.tsx'
import { useScrollIntoView } from './use-scroll-into-view.ts'

interface StaleNoticeProps {
  /** `stale`: someone else has saved the record. `merged`: the form already contains what was saved. */
  stage: 'stale' | 'merged'
  busy: boolean
  /** The newest state was requested but could not be read. */
  isUnread: boolean
  /** The message if the newest state could not be read. */
  failure: string
  onLoad: () => void
}

/** Tells the user of a form that someone else has saved its record meanwhile. */
export function StaleNotice({ stage, busy, isUnread, failure, onLoad }: StaleNoticeProps) {
  // A user who saves is at the foot of a long form.
  const notice = useScrollIntoView(true)
  return (
    <div ref={notice} className={classNames(styles.alert, styles.notice)}>
      <LiveRegion role="status">
        {stage === 'merged'
          ? 'This is the latest version with your changes. Please check it, then save.'
          : 'You can load the latest version. What you’ve changed here stays as you typed it.'}
      </LiveRegion>
      {stage === 'stale' && (
        <Button size="small" busy={busy} busyText="Loading..." onClick={onLoad}>
          Load the latest version
        </Button>
      )}
      <FormAlert>{isUnread && failure}</FormAlert>
    </div>
  )
}
