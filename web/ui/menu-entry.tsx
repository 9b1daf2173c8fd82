import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from './link.tsx'
import styles from './menu.module.css'

interface MenuLinkProps {
  to: string
  /** Further paths. The link is also marked as current on their pages and on the pages below them. */
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

/** A button in a menu, which is marked while `aria-pressed` is true. */
export const MenuEntryButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" {...props} className={styles.entry} />
)
