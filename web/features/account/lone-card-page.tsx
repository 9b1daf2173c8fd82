import type { ReactNode } from 'react'
import { useLoginAddress } from '../../lib/browser/config-texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import styles from '../../ui/lone-page.module.css'
import { LonePage } from '../../ui/lone-page.tsx'

interface AccountPageProps {
  title: string
  /** Shown below the card. */
  foot?: ReactNode
  children: ReactNode
}

/** The frame of the pages for signing in and of those that a mail's link opens: a single card, without navigation. */
export function LoneCardPage({ title, foot, children }: AccountPageProps) {
  return (
    <LonePage title={title}>
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
      {foot}
    </LonePage>
  )
}

interface AccountResultProps {
  title: string
  /** Whether `children` describe a failure. */
  failed?: boolean
  /** The page that the button opens. The default is the sign-in page. */
  to?: string
  /** The text of the button. */
  link: string
  /** The address with which the user can sign in now. The sign-in page then starts with it. */
  email?: string | undefined
  /** Tries again what failed. */
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
  children: ReactNode
}

/** The last page of an account process, such as a password reset: it shows the result and a button to continue. */
export function AccountResultPage(props: AccountResultProps) {
  const { title, failed, to, link, email, onRetry, isRetrying = false, children } = props
  const login = useLoginAddress()
  return (
    <LoneCardPage title={title}>
      {failed ? <FormAlert>{children}</FormAlert> : <LiveRegion role="status">{children}</LiveRegion>}
      {onRetry && (
        <Button wide busy={isRetrying} busyText="Retrying..." onClick={onRetry}>
          Retry
        </Button>
      )}
      <ButtonLink to={to ?? login} state={email ? { email } : null} variant="primary" wide>
        {link}
      </ButtonLink>
    </LoneCardPage>
  )
}
