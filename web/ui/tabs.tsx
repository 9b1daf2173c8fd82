import { Tabs as AmplifyTabs } from '@aws-amplify/ui-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

interface TabsProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly { value: V; label: string }[]
  /** The chosen tab's content. */
  children: ReactNode
}

/** Views of one screen; arrow keys move between them. */
export function Tabs<V extends string>({ label, value, onChange, tabs, children }: TabsProps<V>) {
  return (
    <AmplifyTabs.Container
      className={classNames(styles.tabs)}
      value={value}
      isLazy
      onValueChange={(chosen) => {
        const tab = tabs.find((known) => known.value === chosen)
        if (tab && tab.value !== value) onChange(tab.value)
      }}
    >
      <AmplifyTabs.List aria-label={label} className={classNames(styles.list)}>
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
