import styles from './checklist.module.css'
import { CircleIcon } from './desk-icons.tsx'
import { CheckIcon } from './icons.tsx'

interface ChecklistProps {
  id: string
  label: string
  items: readonly { key: string; label: string; isMet: boolean }[]
}

/** A list of requirements that marks those which are already met. */
export function Checklist({ id, label, items }: ChecklistProps) {
  return (
    <div id={id}>
      {/* An `aria-label` on the list would be read instead of the list's items when the list describes a field. */}
      <span id={`${id}-label`} className="unseen">
        {label}
      </span>
      <ul aria-labelledby={`${id}-label`} className={styles.list}>
        {items.map(({ key, label, isMet }) => (
          <li key={key} className={isMet ? styles.met : undefined}>
            {isMet ? <CheckIcon /> : <CircleIcon />}
            <span>
              {label}
              <span className="unseen">{isMet ? ' (met)' : ' (not met)'}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
