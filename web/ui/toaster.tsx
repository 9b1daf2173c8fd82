import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { connectToastLibrary } from '../lib/browser/toast.ts'
import { isAnnouncedElsewhere, liveRegionDelayMs } from './announce.ts'
import { AnnouncementRegions } from './announcement-regions.tsx'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'
import { dialogStack } from './open-dialogs.ts'
import styles from './toaster.module.css'
import { UpdateNotice } from './update-notice.tsx'

/**
 * The delay in milliseconds before a message is announced. It is slightly longer than that of other alerts, so that the same text
 * is not announced twice.
 */
const announcedMs = liveRegionDelayMs + 50

/**
 * A message that was shown for this many milliseconds counts as heard. It is not announced again when it moves between a dialog and
 * the page.
 */
const heardMs = announcedMs + 500

const gap = 8

/** Moves the region of the messages so that it ends at `bottom`, if the window has enough room above for all of it. */
const endAt = (region: HTMLElement, bottom: number) => {
  region.style.top = `${Math.max(gap / 2, bottom - region.offsetHeight)}px`
}

/**
 * Moves the messages to where they cover no controls. In a dialog whose head they would overlap, they cover its title, and the
 * close button beside it stays free. On a phone they cover the title of the page, or the top bar once the title has scrolled out of
 * view.
 */
function giveWay(region: HTMLElement) {
  region.style.inset = ''
  const dialog = region.closest('dialog')
  if (dialog) {
    const [head, cross] = [dialog.querySelector('header'), dialog.querySelector('header > button')]
    const [{ left = 0, top = 0, bottom = 0 } = {}, end] = [
      head?.getBoundingClientRect(),
      cross?.getBoundingClientRect(),
    ]
    const isUnder = bottom > 0 && top < region.offsetTop + region.offsetHeight
    if (!isUnder || !end) return
    region.style.left = `${left + gap}px`
    region.style.right = `${innerWidth - end.left + gap}px`
    endAt(region, bottom)
  } else if (isPhone.matches) {
    const title = document.querySelector('h1')?.getBoundingClientRect().bottom ?? 0
    const head = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    endAt(region, title > head ? title + gap : head)
  }
}

const isPhone = matchMedia('(max-width: 44.99em)')

/** Shows the region of the messages above everything, dialogs included. F8 moves the focus to the newest message. */
function show(region: HTMLElement) {
  const jump = ({ key }: KeyboardEvent) => {
    if (key === 'F8') region.querySelector('button')?.focus()
  }
  // When a lazy dialog has loaded, its element is replaced by another, and the region in the old element is no longer in the page.
  if (!region.isConnected) return () => undefined
  region.showPopover()
  document.addEventListener('keydown', jump)
  const place = () => giveWay(region)
  // The region changes its size with each message, and then has to be placed again.
  const sizes = new ResizeObserver(place)
  sizes.observe(region)
  document.addEventListener('scroll', place, { capture: true, passive: true })
  return () => {
    sizes.disconnect()
    document.removeEventListener('scroll', place, { capture: true })
    document.removeEventListener('keydown', jump)
    region.hidePopover()
  }
}

interface MessageProps {
  shown: Toast
  place: HTMLElement
  /** The ids of messages that were already announced. */
  heard: Set<string>
}

/**
 * Shows one message. It appears once its live region is known to screen readers, and is not announced if its text is announced
 * elsewhere.
 */
function Message({ shown, place, heard }: MessageProps) {
  const { id, type } = shown
  const [state, setState] = useState<'waiting' | 'due' | 'announced' | 'silent'>(heard.has(id) ? 'silent' : 'waiting')
  const words = resolveValue(shown.message, shown)
  const textId = `message-${id}`

  useEffect(() => {
    if (heard.has(id)) return
    const saying = setTimeout(() => setState('due'), announcedMs)
    const hearing = setTimeout(() => heard.add(id), heardMs)
    return () => {
      clearTimeout(saying)
      clearTimeout(hearing)
    }
  }, [id, heard])

  // Looks for the text only after React has rendered. On a busy page, an alert with the same text may become due in the same moment.
  useEffect(() => {
    if (state !== 'due') return
    setState(typeof words === 'string' && isAnnouncedElsewhere(words, place) ? 'silent' : 'announced')
  }, [state, words, place])

  const isShown = state === 'announced' || state === 'silent'
  const urgency = type === 'error' ? 'assertive' : 'polite'
  return (
    <div
      aria-live={state === 'silent' ? undefined : urgency}
      className={!isShown ? 'unseen' : classNames(styles.toast, type === 'error' && styles.error)}
    >
      {isShown && (
        <>
          <span id={textId}>{words}</span>
          <button
            type="button"
            className={styles.close}
            aria-label="Dismiss"
            aria-describedby={textId}
            onClick={() => toast.dismiss(id)}
          >
            <CloseIcon />
          </button>
        </>
      )}
    </div>
  )
}

/**
 * Shows the messages of `lib/browser/toast.ts`, at most twenty, in the topmost dialog, or else in the page. Uses the library's
 * headless hook, because its own styles come in a style element, which our content security policy refuses.
 */
export function Toaster() {
  useEffect(() => connectToastLibrary(toast), [])
  const { toasts, handlers } = useToaster()
  const place = useSyncExternalStore(dialogStack.subscribe, dialogStack.topmost) ?? document.body
  const heard = useRef(new Set<string>())
  const messages = createPortal(
    <section
      ref={show}
      popover="manual"
      aria-label="Notifications (F8)"
      className={styles.toasts}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts
        .filter(({ visible }) => visible)
        .map((shown) => (
          <Message key={shown.id} shown={shown} place={place} heard={heard.current} />
        ))}
    </section>,
    place,
  )
  return (
    <>
      {createPortal(<AnnouncementRegions />, document.body)}
      {messages}
      <UpdateNotice />
    </>
  )
}
