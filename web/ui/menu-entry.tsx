import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from './link.tsx'
import styles from './menu.module.css'

interface MenuLinkProps {
  to: string
  /** Where else what it leads to has its pages. */
  alsoAt?: readonly string[] | undefined
  children: ReactNode
}

/** Leads somewhere; marked while it is there, or below, that the user is. */
export function MenuLink({ to, alsoAt = [], children }: MenuLinkProps) {
  const { pathname } = useLocation()
  const isHere = [to, ...alsoAt].some((path) => `${pathname}/`.startsWith(`${path}/`))
  return (
    <Link to={to} className={styles.entry} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** Does something; marked while `aria-pressed`. */
export const MenuButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" {...props} className={styles.entry} />
)
