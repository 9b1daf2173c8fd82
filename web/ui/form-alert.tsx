import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './form.module.css'
import { LiveRegion } from './live-region.tsx'

/** Shows and announces an error or notice; renders nothing if there is no text. */
export function FormAlert({ children, tone = 'error' }: { children: ReactNode; tone?: 'error' | 'notice' }) {
  if (!children) return null
  return (
    <LiveRegion role="alert" className={classNames(styles.alert, tone === 'notice' && styles.notice)}>
      {children}
    </LiveRegion>
  )
}

/** A notice that is there from the beginning, and therefore is not announced. */
export const StaticNotice = ({ children }: { children: ReactNode }) => (
  <div className={classNames(styles.alert, styles.notice)}>{children}</div>
)
