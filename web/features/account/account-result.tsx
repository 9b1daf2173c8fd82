import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Live } from '../../ui/live.tsx'
import { AccountPage } from './account-page.tsx'

interface AccountResultProps {
  title: string
  /** Whether `children` say what went wrong. */
  failed?: boolean
  to: string
  /** What the button says that leads on. */
  link: string
  children: ReactNode
}

/** The last page of a link from a mail: what came of it, and a button that leads on. */
export function AccountResult({ title, failed, to, link, children }: AccountResultProps) {
  return (
    <AccountPage title={title}>
      {failed ? <FormAlert>{children}</FormAlert> : <Live role="status">{children}</Live>}
      <ButtonLink to={to} variant="primary" wide>
        {link}
      </ButtonLink>
    </AccountPage>
  )
}
