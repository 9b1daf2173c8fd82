import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './form.module.css'
import { Live } from './live.tsx'

/** Shows and announces what went wrong; renders nothing without a text. */
export function FormAlert({ children, tone = 'error' }: { children: ReactNode; tone?: 'error' | 'notice' }) {
  if (!children) return null
  return (
    <Live role="alert" className={classNames(styles.alert, tone === 'notice' && styles.notice)}>
      {children}
    </Live>
  )
}

/** A notice that is there from the start, and therefore not announced. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <div className={classNames(styles.alert, styles.notice)}>{children}</div>
)
