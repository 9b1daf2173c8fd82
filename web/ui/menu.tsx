import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'

interface MenuProps {
  label: ReactNode
  /** The button's accessible name where its content is no text. */
  name?: string
  align?: 'start' | 'end'
  /** It stands at the foot of the window. */
  opensUpward?: boolean
  /** What is open now is in it. */
  isCurrent?: boolean
  buttonClassName?: string | undefined
  /** Links and buttons; using one closes the menu. */
  children: ReactNode
}

/** A list that opens downward may begin at the lower edge of the window. One that opens upward covers what it must not move. */
const showWhole = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

/** A button that discloses a few links or buttons: closed by Escape, by a click elsewhere, by leaving with Tab. */
export function Menu({
  label,
  name,
  align = 'start',
  opensUpward = false,
  isCurrent = false,
  buttonClassName,
  children,
}: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false)
    }
    const leave = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('keydown', leave)
    }
  }, [isOpen])

  return (
    <div ref={root} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={classNames(styles.entry, buttonClassName)}
        aria-current={isCurrent || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={name}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are what is used, by keyboard as well; this only sees that one was
        <div
          id={id}
          ref={opensUpward ? undefined : showWhole}
          className={classNames(styles.list, align === 'end' && styles.end, opensUpward && styles.upward)}
          onClick={() => {
            // The entry disappears with the list, so a dialog that it opens has to return the focus to the button.
            button.current?.focus()
            setIsOpen(false)
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}
