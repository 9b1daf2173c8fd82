import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { manageDeliveries, viewDeliveries } from '#shared/rules/permissions.ts'
import type { ResultsHandle } from '../features/search/search-results.tsx'
import { useSignedIn } from '../lib/session/session.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { SearchIcon } from '../ui/desk-icons.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { part } from '../ui/part.tsx'
import { takeTyped } from './early-search.ts'
import { searchEvent } from './search-event.ts'
import styles from './search-field.module.css'
import { Shortcuts } from './shortcuts.tsx'

const SearchResults = part(async () => (await import('../features/search/search-results.tsx')).SearchResults, {
  waiting: () => null,
  frame: (words) => <div className={styles.lost}>{words}</div>,
})

const label = 'Search patients, prescriptions, deliveries'

/** The search in the top bar, for users who may see deliveries. The list of results is loaded with the first letters. */
export function SearchField() {
  const { hasAny } = useSignedIn()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState('')
  const root = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<ResultsHandle>(null)
  const listId = useId()

  function open() {
    // On a phone the field is hidden until now. Focused at once, it receives the next letter of a user who goes on typing.
    flushSync(() => setIsOpen(true))
    input.current?.focus()
    input.current?.select()
  }
  const onAsked = useEffectEvent(open)
  const takeOver = useEffectEvent((typed: string) => {
    open()
    setText(typed)
  })
  useEffect(() => {
    const typed = takeTyped()
    // Inside an effect, React cannot render synchronously.
    if (typed !== undefined) queueMicrotask(() => takeOver(typed))
    const listen = () => onAsked()
    addEventListener(searchEvent, listen)
    return () => removeEventListener(searchEvent, listen)
  }, [])
  useEffect(() => {
    if (!isOpen) return
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [isOpen])

  const done = useCallback(() => {
    setText('')
    setIsOpen(false)
  }, [])
  const keys = new Map<string, () => void>([
    ['ArrowDown', () => results.current?.move(1)],
    ['ArrowUp', () => results.current?.move(-1)],
    ['Enter', () => results.current?.open()],
    ['Escape', done],
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys.get(event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  if (!hasAny(viewDeliveries)) return null
  return (
    <>
      {/* The shortcuts listen from the moment at which `takeTyped` stops recording keys. */}
      <Shortcuts />
      <search ref={root} className={classNames(styles.search, isOpen && styles.open)}>
        <Button variant="quiet" className={styles.sign} aria-label="Search" onClick={open}>
          <SearchIcon />
        </Button>
        <span className={styles.field}>
          <SearchIcon />
          <input
            ref={input}
            type="search"
            role="combobox"
            aria-label={label}
            aria-expanded={isOpen && active !== ''}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active || undefined}
            autoComplete="off"
            placeholder={label}
            value={text}
            onFocus={() => setIsOpen(true)}
            onChange={({ target }) => {
              setIsOpen(true)
              setText(target.value)
            }}
            onKeyDown={onKeyDown}
          />
          <Button variant="quiet" size="small" className={styles.close} aria-label="Close search" onClick={done}>
            <CloseIcon />
          </Button>
        </span>
        {isOpen && text.trim() !== '' && (
          <SearchResults
            text={text}
            id={listId}
            mayManage={hasAny(manageDeliveries)}
            handle={results}
            onActive={setActive}
            onDone={done}
          />
        )}
      </search>
    </>
  )
}
