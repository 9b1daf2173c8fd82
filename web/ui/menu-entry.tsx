import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from './link.tsx'
import styles from './menu.module.css'

interface MenuLinkProps {
  to: string
  /** Further addresses at and below which the link is marked as current. */
  alsoAt?: readonly string[] | undefined
  children: ReactNode
}

/** A link in a menu. It is marked as current on the page that it leads to and on the pages below that. */
export function MenuLink({ to, alsoAt = [], children }: MenuLinkProps) {
  const { pathname } = useLocation()
  const isHere = [to, ...alsoAt].some((path) => `${pathname}/`.startsWith(`${path}/`))
  return (
    <Link to={to} className={styles.entry} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** A button in a menu, marked while `aria-pressed`. */
export const MenuButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" {...props} className={styles.entry} />
)
