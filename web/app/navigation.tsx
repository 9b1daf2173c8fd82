import { useLocation } from 'react-router-dom'
import { paths } from '../lib/navigation/paths.ts'
import { useSignedInSession } from '../lib/session/session.ts'
import { ChevronDownIcon, MenuIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { MenuLink } from '../ui/menu-entry.tsx'
import styles from './layout.module.css'
import { menuLister } from './menu.ts'
import type { MenuGroup } from './page.ts'

const groups: readonly { group: MenuGroup; label: string }[] = [
  { group: 'pharmacy', label: 'Pharmacy' },
  { group: 'medical', label: 'Medical' },
  { group: 'admin', label: 'Admin' },
]

/** Returns the menu entries that are shown to this user, by group. Empty groups are left out. */
function useGroups() {
  const pagesOf = menuLister(useSignedInSession())
  return groups
    .map(({ group, label }) => ({ label, path: paths[group], items: pagesOf(group) }))
    .filter(({ items }) => items.length > 0)
}

/** The menus of the top bar. */
export function Navigation() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className={styles.nav}>
      <div>
        <MenuLink to={paths.dashboard}>Dashboard</MenuLink>
      </div>
      {useGroups().map(({ label, path, items }) => (
        <Menu
          key={label}
          isCurrent={pathname.startsWith(`${path}/`)}
          label={
            <>
              {label} <ChevronDownIcon />
            </>
          }
        >
          {items.map((item) => (
            <MenuLink key={item.path} to={item.path} alsoAt={item.alsoAt}>
              {item.label}
            </MenuLink>
          ))}
        </Menu>
      ))}
    </nav>
  )
}

/** The same menus on a phone, behind one button. */
export function FoldedNavigation() {
  const groups = useGroups()
  return (
    <nav aria-label="Main" className={styles.folded}>
      <Menu name="Menu" label={<MenuIcon />}>
        <MenuLink to={paths.dashboard}>Dashboard</MenuLink>
        {groups.map(({ label, items }) => (
          <div key={label}>
            <div className={styles.heading}>{label}</div>
            {items.map((item) => (
              <MenuLink key={item.path} to={item.path} alsoAt={item.alsoAt}>
                {item.label}
              </MenuLink>
            ))}
          </div>
        ))}
      </Menu>
    </nav>
  )
}
