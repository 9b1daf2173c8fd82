import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from './link.tsx'
import styles from './menu.module.css'

/** Leads somewhere; marked while it is there, or below, that the user is. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Link to={to} className={styles.entry} aria-current={`${pathname}/`.startsWith(`${to}/`) ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** Does something; marked while `aria-pressed`. */
export const MenuButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" {...props} className={styles.entry} />
)
