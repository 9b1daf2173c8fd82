import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './combobox.module.css'
import { ChevronDownIcon } from './icons.tsx'
import { Live } from './live.tsx'

export interface ComboboxOption {
  value: string
  label: string
  /** Shown below the label and searched as well, for example an e-mail address. */
  hint?: string
}

interface ComboboxProps {
  label: string
  /** The id of the input, if the caller renders a label of its own. */
  id?: string | undefined
  value: string
  options: readonly ComboboxOption[]
  onChange: (value: string) => void
  disabled?: boolean
  /** A choice is being saved. The box keeps the focus and accepts no other choice. */
  busy?: boolean
  opensUpward?: boolean
  /** Draws no frame until the box is hovered or used, because a frame in every row would clutter a list. */
  isQuiet?: boolean | undefined
  /** Shown in the closed box when `value` is none of the options. */
  placeholder?: string
  /**
   * The caller searches for the typed text, and its options are shown unfiltered. Called with '' when the list opens and closes.
   */
  onSearch?: (text: string) => void
  /** Announced instead of the number of matches. */
  status?: string | undefined
  invalid?: boolean
  /** The id of the element that explains the box: a hint or an error. */
  describedBy?: string | undefined
}

const matching = (options: readonly ComboboxOption[], text: string) => {
  const wanted = text.trim().toLowerCase()
  return options.filter(({ label, hint = '' }) => `${label}\n${hint}`.toLowerCase().includes(wanted))
}

const matches = (count: number) => (count === 0 ? 'No matches' : `${count} ${count === 1 ? 'match' : 'matches'}`)

/** A dropdown that the user searches by typing. Arrow keys move, Enter chooses, and Escape cancels. */
export function Combobox({
  label,
  id,
  value,
  options,
  onChange,
  disabled = false,
  busy = false,
  opensUpward = false,
  isQuiet = false,
  placeholder = '',
  onSearch,
  status,
  invalid = false,
  describedBy,
}: ComboboxProps) {
  const [search, setSearch] = useState<string>()
  const [active, setActive] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const isOpen = search !== undefined && !disabled && !busy
  const found = !isOpen ? [] : onSearch ? options : matching(options, search)
  const chosen = options.find((option) => option.value === value)

  // Scrolls the current option into view, also when the list opens.
  useLayoutEffect(() => {
    // `scrollIntoView` returns a promise in newer browsers, which React would take for a clean-up function.
    if (isOpen) void list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])
  // In a low window, a list that opens upward may start above the visible part.
  useLayoutEffect(() => {
    if (isOpen) void list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  const open = () => {
    if (isOpen || busy) return
    setSearch('')
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    )
  }
  const close = () => {
    setSearch(undefined)
    onSearch?.('')
  }
  const choose = (option: ComboboxOption | undefined) => {
    close()
    if (option && option.value !== value) onChange(option.value)
  }
  const move = (to: number) => setActive(Math.min(Math.max(to, 0), found.length - 1))

  const keys = new Map<string, () => void>([
    ['ArrowDown', () => (isOpen ? move(active + 1) : open())],
    ['ArrowUp', () => (isOpen ? move(active - 1) : open())],
    ['Home', () => move(0)],
    ['End', () => move(found.length - 1)],
    ['Enter', () => (isOpen ? choose(found[active]) : open())],
    ['Escape', close],
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys.get(event.key)
    const isMine = isOpen || event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Enter'
    if (!act || !isMine) return
    event.preventDefault()
    // Escape closes only the list, not the dialog around it.
    event.stopPropagation()
    act()
  }

  return (
    <div className={classNames(styles.combobox, isQuiet && styles.quiet)}>
      <input
        id={id}
        role="combobox"
        aria-label={id ? undefined : label}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[active] ? `${listId}-${active}` : undefined}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        autoComplete="off"
        className={styles.input}
        disabled={disabled}
        aria-disabled={busy || undefined}
        readOnly={busy}
        placeholder={isOpen ? (chosen?.label ?? placeholder) : placeholder}
        value={search ?? chosen?.label ?? ''}
        onClick={open}
        onBlur={close}
        onChange={({ target }) => {
          setSearch(target.value)
          setActive(0)
          onSearch?.(target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <span className={styles.arrow}>
        <ChevronDownIcon />
      </span>
      {isOpen && (
        <Live
          role="status"
          className={found.length > 0 ? 'unseen' : classNames(styles.none, styles.list, opensUpward && styles.upward)}
        >
          {status ?? matches(found.length)}
        </Live>
      )}
      {found.length > 0 && (
        <ul
          ref={list}
          id={listId}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a listbox has no element of its own
          role="listbox"
          aria-label={label}
          className={classNames(styles.list, opensUpward && styles.upward)}
        >
          {found.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
            <li
              key={option.value}
              id={`${listId}-${index}`}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option has no element of its own
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              data-active={index === active}
              className={styles.option}
              // Otherwise the input would lose the focus and close the list before the click arrives.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.label}
              {option.hint && <span className="muted small">{option.hint}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
