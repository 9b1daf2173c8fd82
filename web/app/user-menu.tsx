import { useWhenIdle } from '../lib/browser/idle.ts'
import { useSignedInSession } from '../lib/session/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Menu } from '../ui/menu.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './layout.module.css'

const Entries = lazyComponent(async () => (await import('./user-menu-entries.tsx')).UserMenuEntries, {
  waiting: () => <Spinner />,
})

/** The button with the user's name, and the menu that it opens. */
export function UserMenu() {
  const { user } = useSignedInSession()
  useWhenIdle(Entries.preload, true)
  return (
    <Menu
      align="end"
      name={`Account menu: ${user.full_name}`}
      buttonClassName={styles.user}
      label={
        <>
          <Avatar user={user} />
          <span className={styles.userName}>{user.full_name}</span>
        </>
      }
    >
      <Entries />
    </Menu>
  )
}
