import { CallError, errorDetail } from '../lib/api/call-error.ts'
import { suppressUnloadQuestion } from '../lib/browser/reload.ts'
import { accountAndAdminToast } from '../lib/browser/toast.ts'
import { hasUnsavedWork } from '../lib/forms/unsaved-work.ts'
import { paths } from '../lib/navigation/paths.ts'
import { sessionStore, useSignedInSession } from '../lib/session/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Menu } from '../ui/menu.tsx'
import { MenuEntryButton, MenuLink } from '../ui/menu-entry.tsx'
import { type Theme, useTheme } from '../ui/theme.ts'
import styles from './layout.module.css'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function ThemeEntries() {
  const [theme, setTheme] = useTheme()
  return (
    <>
      <div className={styles.heading}>Theme</div>
      {themes.map(({ value, label }) => (
        <MenuEntryButton key={value} aria-pressed={value === theme} onClick={() => setTheme(value)}>
          {label}
        </MenuEntryButton>
      ))}
    </>
  )
}

/** The entries of the menu: account, Sign out, other organisations and colours. */
function Entries() {
  const { user, tenant } = useSignedInSession()
  const confirm = useConfirm()
  const others = user.organisations.filter(({ tenant_id }) => tenant_id !== tenant.id)

  async function switchTo({ tenant_id, name }: (typeof others)[number]) {
    const isAgreed =
      !hasUnsavedWork() ||
      (await confirm({ title: `Switch to ${name}?`, text: 'You have unsaved changes.', confirm: 'Switch' }))
    if (!isAgreed) return
    try {
      await sessionStore.switchTo(tenant_id)
      suppressUnloadQuestion()
      location.assign(paths.dashboard)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      accountAndAdminToast.error(errorDetail(error, 'Something went wrong. Please try again.'))
    }
  }

  async function signOut() {
    const { actionStore } = await import('../features/deliveries/unsent/action-store.ts')
    const count = new Set((await actionStore.of(user.id)).map(({ deliveryId }) => deliveryId)).size
    const isAgreed =
      count === 0 ||
      (await confirm({
        title: count === 1 ? '1 delivery hasn’t been sent yet' : `${count} deliveries haven’t been sent yet`,
        text: 'Your work stays on this device and will be sent when you next sign in here.',
        confirm: 'Sign out',
      }))
    if (!isAgreed) return
    void sessionStore.signOut()
    accountAndAdminToast.success('Logged out successfully')
  }

  return (
    <>
      <div className={styles.heading}>
        {user.full_name}
        <br />
        {user.email}
      </div>
      <MenuLink to={paths.account}>Account</MenuLink>
      <MenuEntryButton onClick={() => void signOut()}>Sign out</MenuEntryButton>
      {others.length > 0 && <div className={styles.heading}>Switch organization</div>}
      {others.map((other) => (
        <MenuEntryButton key={other.tenant_id} onClick={() => void switchTo(other)}>
          {other.name}
        </MenuEntryButton>
      ))}
      <hr />
      <ThemeEntries />
    </>
  )
}

/** The button with the user's name, and the menu that it opens. */
export function UserMenu() {
  const { user } = useSignedInSession()
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
