import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'
import { openDialogs } from './open-dialogs.ts'
import styles from './toaster.module.css'
import { UpdateNotice } from './update-notice.tsx'

/** Before its first message: what comes up together with its region is not read out. */
function show(region: HTMLElement) {
  region.showPopover()
  return () => region.hidePopover()
}

/**
 * Shows the messages of `lib/toast`, at most twenty. Headless, because the library's own look comes in a style element,
 * which our content security policy refuses.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const dialog = useSyncExternalStore(openDialogs.subscribe, openDialogs.topmost)

  const messages = createPortal(
    <section
      ref={show}
      popover="manual"
      aria-label="Notifications"
      aria-live="polite"
      className={styles.toasts}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts
        .filter(({ visible }) => visible)
        .map((shown) => (
          <div
            key={shown.id}
            aria-live={shown.type === 'error' ? 'assertive' : undefined}
            className={classNames(styles.toast, shown.type === 'error' && styles.error)}
          >
            {resolveValue(shown.message, shown)}
            <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => toast.dismiss(shown.id)}>
              <CloseIcon />
            </button>
          </div>
        ))}
    </section>,
    dialog ?? document.body,
  )
  return (
    <>
      {messages}
      <UpdateNotice />
    </>
  )
}
