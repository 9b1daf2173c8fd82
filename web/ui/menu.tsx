import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'
import { useOutsidePressOrFocus } from './use-outside-press-or-focus.ts'

interface MenuProps {
  label: ReactNode
  /** The button's accessible name, if its content is no text or would not identify the button. */
  name?: string
  align?: 'start' | 'end'
  /** The list opens above the button, for a menu at the bottom of the window. */
  opensUpward?: boolean
  /** True if the menu contains the entry of the current page. */
  isCurrent?: boolean
  buttonClassName?: string | undefined
  /** Links and buttons; using one closes the menu. */
  children: ReactNode
}

/** The least distance between an opened list and the edges of the window, in CSS pixels. */
const edgeDistance = 8

/**
 * Moves an opened list sideways if it would leave the window: a phone would zoom out to show a wider page, and nobody could read
 * what is left of the page.
 */
function keepInWindow(list: HTMLElement | null) {
  if (!list) return
  const { left, right } = list.getBoundingClientRect()
  const shift =
    Math.max(edgeDistance - left, 0) || Math.min(document.documentElement.clientWidth - edgeDistance - right, 0)
  list.style.translate = `${shift}px`
}

/** Also scrolls the list into view, because a list that opens downward may start at the lower edge of the window. */
function showWhole(list: HTMLElement | null) {
  keepInWindow(list)
  list?.scrollIntoView({ block: 'nearest' })
}

/** A button that opens a list of a few links or buttons. Escape, a click elsewhere, and leaving with Tab close the list. */
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

  useOutsidePressOrFocus(root, isOpen, () => setIsOpen(false))
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
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
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: users operate the links inside, also by keyboard; the handler only closes the list afterwards
        <div
          id={id}
          ref={opensUpward ? keepInWindow : showWhole}
          className={classNames(styles.list, align === 'end' && styles.end, opensUpward && styles.upward)}
          onClick={() => {
            // The entry disappears with the list, so a dialog that the entry opens has to return the focus to the button.
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
