import { type CallError, errorDetail } from '../../lib/api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { requestFailedText } from './request-failed-text.ts'

interface LinkButtonProps {
  onClick: () => void
  busy: boolean
  error: CallError | null
  busyText: string
  children: string
}

/**
 * A button that uses the link of a mail. The page doesn't use the link by itself, because mail scanners open links but press no
 * buttons.
 */
export const MailedLinkButton = ({ error, children, ...button }: LinkButtonProps) => (
  <>
    <FormAlert>{error && errorDetail(error, requestFailedText)}</FormAlert>
    <Button variant="primary" wide {...button}>
      {children}
    </Button>
  </>
)
