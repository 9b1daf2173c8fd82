import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

interface TabsProps<V extends string> {
  label: string
  value: V
  /** Resolves to false if the tab does not change, for example after a question about unsaved values. */
  onChange: (value: V) => Promise<boolean>
  tabs: readonly { value: V; label: string }[]
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Tabs for the views of one screen. Arrow keys move between them. */
export function Tabs<V extends string>({ label, value, onChange, tabs, children }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  const panelId = useId()

  /**
   * Calls `onChange`. Arrow keys have already focused the next tab. If that tab does not open, the focus returns to the open one.
   */
  async function change(next: V) {
    if (next === value || (await onChange(next))) return
    list.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value)
    const places = new Map([
      ['ArrowLeft', at - 1],
      ['ArrowRight', at + 1],
      ['Home', 0],
      ['End', -1],
    ])
    const place = places.get(event.key)
    if (place === undefined) return
    event.preventDefault()
    const index = (place + tabs.length) % tabs.length
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
    const next = tabs[index]
    if (next) void change(next.value)
  }
  return (
    <div className={classNames('amplify-tabs', styles.tabs)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={classNames('amplify-tabs__list', styles.list)}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => {
          const isOpen = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${panelId}${tab.value}`}
              aria-selected={isOpen}
              aria-controls={isOpen ? panelId : undefined}
              tabIndex={isOpen ? undefined : -1}
              className={classNames('amplify-tabs__item', isOpen && 'amplify-tabs__item--active')}
              onClick={() => void change(tab.value)}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={panelId}
        aria-labelledby={`${panelId}${value}`}
        className="amplify-tabs__panel amplify-tabs__panel--active"
      >
        {children}
      </div>
    </div>
  )
}
