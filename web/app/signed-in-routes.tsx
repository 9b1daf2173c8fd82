import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Navigate, type NavigationType, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import {
  manageDeliveriesRule,
  permissionRefusalText,
  tenantAdminRefusalText,
  viewDeliveriesRule,
} from '#shared/rules/permissions.ts'
import { installCacheClearing, queryClient } from '../lib/api/query-client.ts'
import { installUserReturn } from '../lib/browser/user-return.ts'
import { installDraftRemoval } from '../lib/forms/drafts.ts'
import { backLinkState, paths, sameScreenState } from '../lib/navigation/paths.ts'
import { installFreshRights } from '../lib/session/fresh-rights.ts'
import { useSession, useSignedInSession } from '../lib/session/session.ts'
import { DeadEndPage } from './dead-end.tsx'
import { lazyScreenOf } from './open-page.ts'
import type { MenuGroup, PageAccess, SignedInPage } from './page.ts'
import { renderRoutes } from './page-routes.tsx'
import { signedInPages } from './pages.ts'
import '../ui/names-font.css'
import '../ui/amplify.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { identityQuestionStore } from '../lib/api/with-confirmed-identity.ts'
import { createIdleLoader } from '../lib/browser/idle.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { focusNewPage } from '../ui/focus-keeper.ts'
import { ChevronDownIcon, MenuIcon } from '../ui/icons.tsx'
import { LoadingBoundary, lazyComponent } from '../ui/lazy-component.tsx'
import { Link } from '../ui/link.tsx'
import { Logo } from '../ui/logo.tsx'
import { Menu } from '../ui/menu.tsx'
import { MenuLink } from '../ui/menu-entry.tsx'
import { PageFooter } from '../ui/page-footer.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ScreenCrashBoundary } from './crash-boundary.tsx'
import styles from './layout.module.css'
import { menuLister } from './menu.ts'
import { SearchField } from './search-field.tsx'
import { UserMenu } from './user-menu.tsx'

export { loadPageWithData } from './open-page.ts'

/** Loads what is stored for times without a network, which no page waits for. It is missing if this part fails to load. */
const loadDeviceData = createIdleLoader(() => import('./device-data.ts'))

/** Starts what pages of signed-in users need in addition to what `main.tsx` starts. Call this once. */
export function installSignedIn() {
  installCacheClearing()
  installFreshRights()
  installDraftRemoval()
  installUserReturn()
  loadDeviceData().then(
    ({ installDeviceData }) => installDeviceData(),
    () => undefined,
  )
}

function guarded(page: SignedInPage) {
  const Screen = lazyScreenOf(page)
  return (
    <AccessGuard access={page.access}>
      <Screen label={page.menu?.label ?? ''} />
    </AccessGuard>
  )
}

/** The address at which the installed app starts: it leads users who only deliver to their run, all others to the dashboard. */
function Start() {
  const { hasAny } = useSignedInSession()
  const isDriver = hasAny(viewDeliveriesRule) && !hasAny(manageDeliveriesRule)
  return <Navigate to={isDriver ? paths.myRun : paths.dashboard} replace />
}

interface SignedInRoutesProps {
  /** The type of the navigation that opened the page. */
  navigation: NavigationType
  pages?: Readonly<Record<string, SignedInPage>>
}

/** The pages of signed-in users, in their layout. An unknown address leads to the dashboard. */
export function SignedInRoutes({ navigation, pages = signedInPages }: SignedInRoutesProps) {
  const { state } = useSession()
  if (state !== 'in') return <WaitingLayout />
  return (
    <Routes>
      <Route element={<Layout navigation={navigation} />}>
        <Route path="/" element={<Start />} />
        {Object.values(pages).map((page) => renderRoutes(page, guarded(page)))}
        <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
      </Route>
    </Routes>
  )
}

/** Shows a page to users who may open it, and a refusal to others. */
function AccessGuard({ access, children }: { access: PageAccess; children: ReactNode }) {
  const { user, hasAny } = useSignedInSession()
  if (access === 'users') return children
  if (access === 'tenant administrators')
    return user.is_tenant_admin ? children : <DeadEndPage title="Access Denied" text={tenantAdminRefusalText} />
  const unmet = access.find((rule) => !hasAny(rule))
  return unmet ? <DeadEndPage title="Permission Required" text={permissionRefusalText(unmet.named)} /> : children
}

// If this component fails to load, the server still ends the session of a user who is away, and waiting changes stay stored. They
// are sent after the app has been loaded again.
const Background = lazyComponent(
  createIdleLoader(async () => (await import('./background.ts')).Background),
  { waiting: () => null, frame: () => null },
)

// This dialog is rarely needed, so it is loaded only when it is first shown.
const IdentityDialog = lazyComponent(
  async () => (await import('../features/account/confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
  { waiting: () => null },
)

/** Shows the dialog in which the user confirms their identity, whenever a call waits for this confirmation. */
function IdentityQuestions() {
  const question = useSyncExternalStore(identityQuestionStore.subscribe, identityQuestionStore.read)
  return question && <IdentityDialog question={question} />
}

const SkipLink = () => (
  <a href="#main" className={styles.skip}>
    Skip to content
  </a>
)

const Home = () => (
  <Link to={paths.dashboard} className={styles.home}>
    <Logo />
  </Link>
)

/** The layout while the session is being read. It names no user, and its only link leads to the dashboard. */
const WaitingLayout = () => (
  <div className={styles.layout}>
    <header className={styles.header}>
      <div className={styles.bar}>
        <span className={classNames(styles.folded, styles.waitingMenu)}>
          <MenuIcon />
        </span>
        <Home />
      </div>
    </header>
    <main tabIndex={-1} className={styles.main}>
      <div className={classNames('amplify-placeholder', styles.waitingTitle)} />
      <Skeleton label="Loading..." lines={14} />
    </main>
  </div>
)

/** The layout of every page for signed-in users. `navigation` is the type of the navigation that opened the page. */
function Layout({ navigation }: { navigation: NavigationType }) {
  const { tenant } = useSignedInSession()
  const { pathname, state } = useLocation()
  const shown = useRef(pathname)
  const isSame = navigation !== 'POP' && state === sameScreenState
  const isReturn = navigation === 'POP' || state === backLinkState

  // A new page starts at its top, for screen readers too. After Back, the browser restores the scroll position, and the link to the
  // page that the user left gets the focus. Another view of the same screen changes neither.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    if (!isSame && navigation !== 'POP') scrollTo(0, 0)
    if (!isSame) focusNewPage(isReturn ? shown.current : undefined)
    shown.current = pathname
  }, [pathname, navigation, isReturn, isSame])

  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <Background />
        <div className={styles.layout}>
          <SkipLink />
          <header className={styles.header}>
            <div className={styles.bar}>
              <FoldedNavigation />
              <Home />
              <span className={styles.tenant}>
                <Badge tone="brand">{tenant.name}</Badge>
              </span>
              <Navigation />
              <SearchField />
              <UserMenu />
            </div>
          </header>
          <main id="main" tabIndex={-1} className={styles.main}>
            <ScreenCrashBoundary place={pathname}>
              <LoadingBoundary fallback={<Spinner />}>
                <Outlet />
              </LoadingBoundary>
            </ScreenCrashBoundary>
          </main>
          <PageFooter className={styles.foot} />
        </div>
        <IdentityQuestions />
      </ConfirmProvider>
    </QueryClientProvider>
  )
}

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
function Navigation() {
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
function FoldedNavigation() {
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
