import { useEffect, useRef } from 'react'
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'
import styles from './toaster.module.css'

/**
 * Shows the messages of `lib/toast`, at most twenty. Headless, because the library's own look comes in a style element,
 * which our content security policy refuses.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const region = useRef<HTMLElement>(null)
  const newest = toasts[0]?.id

  // An open dialog covers whatever was shown before it.
  useEffect(() => {
    if (!newest) return
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [newest])

  return (
    <section
      ref={region}
      popover="manual"
      aria-label="Notifications"
      className={styles.toasts}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter(({ visible }) => visible)
        .map((shown) => (
          <div
            key={shown.id}
            {...shown.ariaProps}
            className={classNames(styles.toast, shown.type === 'error' && styles.error)}
          >
            {resolveValue(shown.message, shown)}
            <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => toast.dismiss(shown.id)}>
              <CloseIcon />
            </button>
          </div>
        ))}
    </section>
  )
}
