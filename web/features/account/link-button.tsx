import { type CallError, detailOf } from '../../lib/api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { requestFailed } from './request-failed.ts'

interface LinkButtonProps {
  onClick: () => void
  busy: boolean
  error: CallError | null
  busyText: string
  children: string
}

/** Uses a mail's link when it is pressed: programs that look at mails open links, and press nothing. */
export const LinkButton = ({ error, children, ...button }: LinkButtonProps) => (
  <>
    <FormAlert>{error && detailOf(error, requestFailed)}</FormAlert>
    <Button variant="primary" wide {...button}>
      {children}
    </Button>
  </>
)
