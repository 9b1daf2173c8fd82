import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
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
  to: string
  /** The text of the button. */
  link: string
  children: ReactNode
}

/** The last page of an account process, such as a password reset: it shows the result and a button to continue. */
export function AccountResultPage({ title, failed, to, link, children }: AccountResultProps) {
  return (
    <LoneCardPage title={title}>
      {failed ? <FormAlert>{children}</FormAlert> : <LiveRegion role="status">{children}</LiveRegion>}
      <ButtonLink to={to} variant="primary" wide>
        {link}
      </ButtonLink>
    </LoneCardPage>
  )
}
