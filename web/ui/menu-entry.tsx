import type { ComponentProps, ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import styles from './menu.module.css'

/** Leads somewhere; marked while it is there that the user is. */
export const MenuLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <NavLink to={to} className={styles.entry ?? ''}>
    {children}
  </NavLink>
)

/** Does something; marked while `aria-pressed`. */
export const MenuButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" {...props} className={styles.entry} />
)
