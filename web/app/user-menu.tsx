import { sessionStore, useSignedIn } from '../lib/session.ts'
import { sessionToast } from '../lib/toast.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'
import { MenuButton } from '../ui/menu-entry.tsx'
import { type Theme, useTheme } from '../ui/theme.ts'
import styles from './layout.module.css'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The signed-in user, the choice of colours, and Sign out. */
export function UserMenu() {
  const { user } = useSignedIn()
  const [theme, setTheme] = useTheme()

  function signOut() {
    void sessionStore.signOut()
    sessionToast.success('Logged out successfully')
  }

  return (
    <Menu
      align="end"
      name={`Account of ${user.full_name}`}
      buttonClassName={styles.user}
      label={
        <>
          <Avatar user={user} />
          <span className={styles.userName}>{user.full_name}</span>
        </>
      }
    >
      <div className={styles.heading}>
        {user.full_name}
        <br />
        {user.email}
      </div>
      <div className={styles.heading}>Colours</div>
      {themes.map(({ value, label }) => (
        <MenuButton key={value} aria-pressed={value === theme} onClick={() => setTheme(value)}>
          {label}
        </MenuButton>
      ))}
      <hr />
      <MenuButton onClick={signOut}>Sign out</MenuButton>
    </Menu>
  )
}
