import styles from './checklist.module.css'
import { OpenIcon } from './desk-icons.tsx'
import { CheckIcon } from './icons.tsx'

interface ChecklistProps {
  id: string
  label: string
  items: readonly { key: string; label: string; isMet: boolean }[]
}

/** What is asked for, and what of it is met already. */
export function Checklist({ id, label, items }: ChecklistProps) {
  return (
    <ul id={id} aria-label={label} className={styles.list}>
      {items.map(({ key, label, isMet }) => (
        <li key={key} className={isMet ? styles.met : undefined}>
          {isMet ? <CheckIcon /> : <OpenIcon />}
          <span>
            {label}
            <span className="unseen">{isMet ? ' (met)' : ' (not met)'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
