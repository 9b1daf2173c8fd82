import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { foldText } from '#shared/rules/fold-text.ts'
import { classNames } from './class-names.ts'
import styles from './combobox.module.css'
import { ChevronDownIcon } from './icons.tsx'
import { LiveRegion } from './live-region.tsx'

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
  /** Shown while `value` is none of the options and nothing is typed. */
  placeholder?: string
  /**
   * Set if the caller itself searches for the typed text. The options are then shown unfiltered. Called with the text, and with ''
   * when the list closes.
   */
  onSearch?: (text: string) => void
  /** A text that is announced instead of the number of matches, and also shown if there are no options. */
  status?: string | undefined
  invalid?: boolean
  /** The id of the element that explains the box: a hint or an error. */
  describedBy?: string | undefined
}

const matching = (options: readonly ComboboxOption[], text: string) => {
  const query = foldText(text)
  return options.filter(({ label, hint = '' }) => foldText(`${label}\n${hint}`).includes(query))
}

const matches = (count: number) => (count === 0 ? 'No matches' : `${count} ${count === 1 ? 'match' : 'matches'}`)

/**
 * Keeps the state of a combobox: the typed text, the options that match it, and the current option. `search` is undefined while the
 * list is closed.
 */
function useCombobox({ value, options, onChange, disabled = false, busy = false, onSearch }: ComboboxProps) {
  const [search, setSearch] = useState<string>()
  const [active, setActive] = useState(0)
  const isOpen = search !== undefined && !disabled && !busy
  const found = !isOpen ? [] : onSearch ? options : matching(options, search)
  const chosenAt = options.findIndex((option) => option.value === value)

  const open = () => {
    if (isOpen || busy) return
    setSearch('')
    setActive(Math.max(0, chosenAt))
  }
  const close = () => {
    setSearch(undefined)
    onSearch?.('')
  }
  const choose = (option: ComboboxOption | undefined) => {
    close()
    if (option && option.value !== value) onChange(option.value)
  }
  const type = (text: string) => {
    setSearch(text)
    setActive(0)
    onSearch?.(text)
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
    const handler = keys.get(event.key)
    const isMine = isOpen || event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Enter'
    if (!handler || !isMine) return
    event.preventDefault()
    // Escape closes only the list, not the dialog around it.
    event.stopPropagation()
    handler()
  }
  return { search, isOpen, found, active, chosen: options[chosenAt], open, close, choose, type, onKeyDown }
}

interface OptionListProps {
  id: string
  label: string
  value: string
  options: readonly ComboboxOption[]
  active: number
  className: string
  onChoose: (option: ComboboxOption) => void
}

function OptionList({ id, label, value, options, active, className, onChoose }: OptionListProps) {
  const list = useRef<HTMLUListElement>(null)
  // Scrolls the current option into view, also when the list opens.
  useLayoutEffect(() => {
    // In newer browsers `scrollIntoView` returns a promise. Nothing waits for it, and an effect must not return it.
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  // When the list opens, scrolls it into view, because in a low window a list that opens upward may start above the visible part.
  useLayoutEffect(() => void list.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <ul
      ref={list}
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a listbox has no element of its own
      role="listbox"
      aria-label={label}
      className={className}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
        <li
          key={option.value}
          id={`${id}-${index}`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option has no element of its own
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          data-active={index === active}
          className={styles.option}
          // Keeps the focus in the input. Without this, the input would lose it and close the list before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
          {option.hint && <span className="muted small">{option.hint}</span>}
        </li>
      ))}
    </ul>
  )
}

/** A dropdown that the user searches by typing. Arrow keys move, Enter chooses, and Escape cancels. */
export function Combobox(props: ComboboxProps) {
  const { label, id, value, opensUpward, isQuiet, placeholder = '', status, describedBy } = props
  const { disabled = false, busy = false, invalid = false } = props
  const { search, isOpen, found, active, chosen, open, close, choose, type, onKeyDown } = useCombobox(props)
  const listId = useId()
  const listStyle = classNames(styles.list, opensUpward && styles.upward)

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
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.arrow}>
        <ChevronDownIcon />
      </span>
      {isOpen && (
        <LiveRegion role="status" className={found.length > 0 ? 'unseen' : classNames(styles.none, listStyle)}>
          {status ?? matches(found.length)}
        </LiveRegion>
      )}
      {found.length > 0 && (
        <OptionList
          id={listId}
          label={label}
          value={value}
          options={found}
          active={active}
          className={listStyle}
          onChoose={choose}
        />
      )}
    </div>
  )
}
