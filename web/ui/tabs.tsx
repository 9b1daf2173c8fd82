import { Tabs as AmplifyTabs } from '@aws-amplify/ui-react'
import { type ReactNode, useRef } from 'react'
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

  /**
   * Calls `onChange`. Arrow keys have already focused the next tab. If that tab does not open, the focus returns to the open one.
   */
  async function change(next: V) {
    if (await onChange(next)) return
    list.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }
  return (
    <AmplifyTabs.Container
      className={classNames(styles.tabs)}
      value={value}
      isLazy
      onValueChange={(chosen) => {
        const tab = tabs.find((known) => known.value === chosen)
        if (tab && tab.value !== value) void change(tab.value)
      }}
    >
      <AmplifyTabs.List ref={list} aria-label={label} className={classNames(styles.list)}>
        {tabs.map((tab) => (
          <AmplifyTabs.Item key={tab.value} value={tab.value} type="button">
            {tab.label}
          </AmplifyTabs.Item>
        ))}
      </AmplifyTabs.List>
      {tabs.map((tab) => (
        <AmplifyTabs.Panel key={tab.value} value={tab.value}>
          {tab.value === value && children}
        </AmplifyTabs.Panel>
      ))}
    </AmplifyTabs.Container>
  )
}
