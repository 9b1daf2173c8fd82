import { readFactors } from '#shared/api/factors.ts'
import { listSessions } from '#shared/api/sessions.ts'
import { secondStepMissingText } from '#shared/rules/sign-in-refusals.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { Card } from '../../ui/card.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { StaticNotice } from '../../ui/form-alert.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './page/account.module.css'
import { GoogleConnectionCard } from './page/google-connection-card.tsx'
import { KeyboardShortcutsCard } from './page/keyboard-shortcuts-card.tsx'
import { PasskeysCard } from './page/passkeys-card.tsx'
import { PasswordChangeForm } from './page/password-change.tsx'
import { SignedInDevices } from './page/signed-in-devices.tsx'
import { TwoStepCard } from './page/two-step.tsx'

export const preloadData: DataPreload = () => Promise.all([readAhead(readFactors, {}), readAhead(listSessions, {})])

/**
 * The page `/account`: the user's organisations, ways to sign in, signed-in devices and keyboard shortcuts. While a second step is
 * required but not set up, it shows only the user's organisations and the cards with which the user can set up a second step.
 */
export function AccountScreen() {
  const { user } = useSignedInSession()
  const factors = useApiQuery(readFactors, {})
  return (
    <PageFrame title="Account">
      <div className={styles.cards}>
        {user.second_step_needed && (
          <StaticNotice>{secondStepMissingText}. Your organization requires it.</StaticNotice>
        )}
        {factors.data?.mail_arrives === false && (
          <StaticNotice>Our emails to {user.email} aren’t getting through</StaticNotice>
        )}
        <Card title="You">
          <p>
            {user.full_name}
            <br />
            {user.email}
          </p>
          <h3>Organizations</h3>
          <ul className={styles.list}>
            {user.organisations.map(({ tenant_id, name }) => (
              <li key={tenant_id}>{name}</li>
            ))}
          </ul>
        </Card>
        {factors.data ? (
          <>
            <TwoStepCard factors={factors.data} />
            <PasskeysCard factors={factors.data} />
          </>
        ) : factors.isError ? (
          <FailedState message="Failed to load your sign-in settings" onRetry={() => void factors.refetch()} />
        ) : (
          <Skeleton label="Loading your sign-in settings..." />
        )}
        {!user.second_step_needed && (
          <>
            <PasswordChangeForm />
            <GoogleConnectionCard />
            <SignedInDevices />
            <KeyboardShortcutsCard />
          </>
        )}
      </div>
    </PageFrame>
  )
}
