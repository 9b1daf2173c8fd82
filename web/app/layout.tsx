import '../ui/names-font.css'
import '../ui/amplify.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type NavigationType, Outlet, useLocation } from 'react-router-dom'
import { queryClient } from '../lib/api/query-client.ts'
import { identityQuestionStore } from '../lib/api/with-confirmed-identity.ts'
import { createIdleLoader } from '../lib/browser/idle.ts'
import { backLinkState, paths, sameScreenState } from '../lib/navigation/paths.ts'
import { useSignedInSession } from '../lib/session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { focusNewPage } from '../ui/focus-keeper.ts'
import { MenuIcon } from '../ui/icons.tsx'
import { LoadingBoundary, lazyComponent } from '../ui/lazy-component.tsx'
import { Link } from '../ui/link.tsx'
import { Logo } from '../ui/logo.tsx'
import { PageFooter } from '../ui/page-footer.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ScreenCrashBoundary } from './crash-boundary.tsx'
import styles from './layout.module.css'
import { FoldedNavigation, Navigation } from './navigation.tsx'
import { SearchField } from './search-field.tsx'
import { UserMenu } from './user-menu.tsx'

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
export const WaitingLayout = () => (
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
export function Layout({ navigation }: { navigation: NavigationType }) {
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
