import { type KeyboardEvent as KeyPress, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { manageDeliveriesRule, viewDeliveriesRule } from '#shared/rules/permissions.ts'
import type { SearchResultsHandle } from '../features/search/search-results.tsx'
import { isShown } from '../lib/browser/is-shown.ts'
import { areShortcutsOn } from '../lib/browser/shortcuts-choice.ts'
import { paths } from '../lib/navigation/paths.ts'
import { useSignedInSession } from '../lib/session/session.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { SearchIcon } from '../ui/desk-icons.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { dialogStack } from '../ui/open-dialogs.ts'
import { useOutsidePressOrFocus } from '../ui/use-outside-press-or-focus.ts'
import styles from './search-field.module.css'

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
function onSearchKey(event: KeyPress, results: SearchResultsHandle | null, finish: () => void) {
  const keys = new Map<string, () => void>([
    ['ArrowDown', () => results?.move(1)],
    ['ArrowUp', () => results?.move(-1)],
    ['Enter', () => results?.open()],
    ['Escape', finish],
  ])
  const handler = keys.get(event.key)
  if (!handler) return
  event.preventDefault()
  event.stopPropagation()
  handler()
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

const ShortcutsDialog = lazyComponent(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog, {
  waiting: () => null,
})

/** The time in milliseconds after `g` within which the second key of a shortcut such as `g d` counts. */
const secondKeyMs = 1_500

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, [role=combobox], input:not([type=checkbox], [type=radio], [type=button])'))

/** Selects rows that lead to a page. Other rows, such as the prescriptions on a delivery's page, are skipped. */
const rowWithLink = '[data-row]:has([data-main])'
const rows = () => [...document.querySelectorAll<HTMLElement>(rowWithLink)].filter(isShown)
const rowInFocus = () => document.activeElement?.closest<HTMLElement>(rowWithLink)

/** Moves the focus to the row before or after the focused one. If no row is focused, moves it to the first row. */
function moveRow(by: 1 | -1) {
  const all = rows()
  const row = rowInFocus()
  const at = row ? all.indexOf(row) : -1
  const next = all[Math.min(Math.max(at < 0 ? 0 : at + by, 0), all.length - 1)]
  next?.querySelector<HTMLElement>('[data-main]')?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/**
 * Clicks the control that has this shortcut: in the focused row, or on the page if it has no rows. Returns whether there is such a
 * control.
 */
function press(key: string) {
  const row = rowInFocus()
  const place = row ?? (rows().length === 0 ? document.querySelector('main') : null)
  const own = place?.querySelector<HTMLElement>(`[data-key="${key}"]`)
  own?.click()
  return own !== null && own !== undefined
}

/**
 * The keyboard shortcuts of the whole app. They do nothing while a dialog is open, when they are switched off, and for a user who
 * may not see deliveries. While the user types, only Ctrl-K (Cmd-K), which moves the focus to the search, works.
 */
function Shortcuts({ onSearch }: { onSearch: () => void }) {
  const navigate = useNavigate()
  const { hasAny } = useSignedInSession()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const leader = useRef(Number.NEGATIVE_INFINITY)

  const go = (path: string) => () => void navigate(path)
  const places = new Map([
    ['d', go(paths.deliveries)],
    ['r', go(hasAny(manageDeliveriesRule) ? paths.runs : paths.myRun)],
    ['p', go(paths.patients)],
  ])
  const singles = new Map<string, () => unknown>([
    ['?', () => setIsHelpOpen(true)],
    ['/', onSearch],
    ['j', () => moveRow(1)],
    ['k', () => moveRow(-1)],
    ['x', () => press('x')],
    ['e', () => press('e')],
    ['p', () => press('p')],
    ['Escape', () => document.querySelector<HTMLElement>('main [data-key=Escape]')?.click()],
    ...(hasAny(manageDeliveriesRule) ? [['n', go(paths.newDelivery)] as const] : []),
  ])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    if (event.defaultPrevented || dialogStack.topmost() || !areShortcutsOn() || !hasAny(viewDeliveriesRule)) return
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
      event.preventDefault()
      onSearch()
      return
    }
    if (ctrlKey || metaKey || altKey || isTyping(event)) return
    const isSecond = timeStamp - leader.current < secondKeyMs
    leader.current = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
    const handler = isSecond ? places.get(key) : singles.get(key)
    if (!handler) return
    // An open menu closes itself on Escape, but its listener runs after this one. So the shortcut must do nothing while a menu is
    // open.
    if (key !== 'Escape') event.preventDefault()
    else if (document.querySelector('[aria-expanded=true]')) return
    handler()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  if (!isHelpOpen) return null
  // Outside of a section, the `<header>` of the dialog would count as the banner of the page.
  return (
    <section style={{ display: 'contents' }}>
      <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />
    </section>
  )
}
