import type { User } from '#shared/model/account.ts'
import { hasYetToJoin } from '#shared/rules/user-states.ts'
import { Button } from '../../ui/button.tsx'

export interface InvitationActionsProps {
  user: User
  /** The user's name, extended if other users have the same name. */
  name: string
  onResend: (user: User) => void
  onWithdraw: (user: User) => void
}

/** The actions for a user who has not joined yet. */
export function InvitationActions({ user, name, onResend, onWithdraw }: InvitationActionsProps) {
  if (!hasYetToJoin(user.state)) return null
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Resend the invitation to ${name}`}
        onClick={() => onResend(user)}
      >
        Resend
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Withdraw the invitation to ${name}`}
        onClick={() => onWithdraw(user)}
      >
        Withdraw
      </Button>
    </>
  )
}
