import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './tooltip.module.css'

interface TipProps {
  /**
   * The text of the tip. It is only visual; the control itself has to tell screen readers the same. Without a text, there is no
   * tip.
   */
  text: string | undefined
  className?: string | undefined
  /** The control that the tip explains. */
  children: ReactNode
}

/** The distance in pixels that a bubble keeps from the window's edges. */
const edge = 8

/**
 * Shows a bubble of text at a control while the control is hovered or focused, or after it was pressed. The pointer can move onto
 * the bubble, and Escape hides it.
 */
export function Tooltip({ text, className, children }: TipProps) {
  const [isRequested, setIsRequested] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const isShown = isRequested && text !== undefined

  useEffect(() => {
    if (!isShown) return
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Keeps Escape from closing the dialog around the tip as well.
      event.preventDefault()
      setIsRequested(false)
    }
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsRequested(false)
    }
    document.addEventListener('keydown', leave)
    document.addEventListener('pointerdown', elsewhere)
    return () => {
      document.removeEventListener('keydown', leave)
      document.removeEventListener('pointerdown', elsewhere)
    }
  }, [isShown])

  useLayoutEffect(() => {
    if (!isShown || !bubble.current) return
    const { left, right } = bubble.current.getBoundingClientRect()
    const beyond = Math.max(right + edge - document.documentElement.clientWidth, 0)
    bubble.current.style.translate = `${-Math.min(beyond, left - edge)}px`
  }, [isShown])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the wrapper only observes how the control inside is used
    <span
      ref={root}
      className={classNames(styles.tipped, className)}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsRequested(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIsRequested(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && setIsRequested(true)}
      onBlur={() => setIsRequested(false)}
      onClick={() => setIsRequested(true)}
    >
      {children}
      {isShown && (
        <span ref={bubble} aria-hidden="true" className={styles.tip}>
          {text}
        </span>
      )}
    </span>
  )
}
