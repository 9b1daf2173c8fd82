import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { manageDeliveriesRule, viewDeliveriesRule } from '#shared/rules/permissions.ts'
import type { SearchResultsHandle } from '../features/search/search-results.tsx'
import { useSignedInSession } from '../lib/session/session.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { SearchIcon } from '../ui/desk-icons.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useOutsidePressOrFocus } from '../ui/use-outside-press-or-focus.ts'
import styles from './search-field.module.css'
import { Shortcuts } from './shortcuts.tsx'

const SearchResults = lazyComponent(async () => (await import('../features/search/search-results.tsx')).SearchResults, {
  waiting: () => null,
  frame: (words) => <div className={styles.lost}>{words}</div>,
})

const label = 'Search patients, prescriptions, deliveries'

/**
 * Returns whether the search is open, its text, the refs of its elements, and the functions that change its state. The search also
 * opens when a keyboard shortcut for it is pressed.
 */
function useSearch() {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)

  function open() {
    // On a phone, the field is hidden until now. Focus it at once, so that it receives the next letter of a user who keeps typing.
    flushSync(() => setIsOpen(true))
    input.current?.focus()
    input.current?.select()
  }
  useOutsidePressOrFocus(root, isOpen, () => setIsOpen(false))

  function type(next: string) {
    setIsOpen(true)
    setText(next)
  }
  const finish = useCallback(() => {
    setText('')
    setIsOpen(false)
  }, [])
  return { text, isOpen, root, input, open, unfold: () => setIsOpen(true), type, finish }
}

/** Handles the keys of the search: arrow keys move in the list of results, Enter opens a result, and Escape closes the search. */
function onSearchKey(event: KeyboardEvent, results: SearchResultsHandle | null, finish: () => void) {
  const keys = new Map<string, () => void>([
    ['ArrowDown', () => results?.move(1)],
    ['ArrowUp', () => results?.move(-1)],
    ['Enter', () => results?.open()],
    ['Escape', finish],
  ])
  const act = keys.get(event.key)
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

/**
 * The search in the top bar, for users who may see deliveries. The code that shows the results is loaded when the user begins to
 * type.
 */
export function SearchField() {
  const { hasAny } = useSignedInSession()
  const { text, isOpen, root, input, open, unfold, type, finish } = useSearch()
  const [active, setActive] = useState('')
  const results = useRef<SearchResultsHandle>(null)
  const listId = useId()

  if (!hasAny(viewDeliveriesRule)) return null
  return (
    <>
      <Shortcuts onSearch={open} />
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
            onFocus={unfold}
            onChange={({ target }) => type(target.value)}
            onKeyDown={(event) => onSearchKey(event, results.current, finish)}
          />
          <Button variant="quiet" size="small" className={styles.close} aria-label="Close search" onClick={finish}>
            <CloseIcon />
          </Button>
        </span>
        {isOpen && text.trim() !== '' && (
          <SearchResults
            text={text}
            id={listId}
            mayManage={hasAny(manageDeliveriesRule)}
            handle={results}
            onActive={setActive}
            onDone={finish}
          />
        )}
      </search>
    </>
  )
}
