import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Live } from '../../ui/live.tsx'
import { AccountPage } from './account-page.tsx'

interface AccountResultProps {
  title: string
  /** Whether `children` describe a failure. */
  failed?: boolean
  to: string
  /** The text of the button. */
  link: string
  children: ReactNode
}

/** The last page after a link from a mail: the result, and a button to continue. */
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
