import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type CallError, errorDetail } from '../../lib/api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'

const tokenOf = (state: unknown) =>
  typeof state === 'object' && state && 'token' in state && typeof state.token === 'string' ? state.token : ''

/**
 * Returns the one-time token from a mail's link or from the previous page, or '' if there is none. Removes it from the address bar
 * at once, so that it does not appear in a screenshot, a log or the browser's history. The state of this tab's history entry keeps
 * it for a reload.
 */
export function useLinkToken(): string {
  const { pathname, state } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const given = params.get('token')
  const [token] = useState(given ?? tokenOf(state))

  useEffect(() => {
    if (given !== null) void navigate(pathname, { replace: true, state: { token: given } })
  }, [given, pathname, navigate])

  return token
}

/** Removes the token of a mail's link from the browser's history entry after the link was used or refused. */
export function useForgetToken(isOver: boolean) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (isOver) void navigate(pathname, { replace: true })
  }, [isOver, pathname, navigate])
}

/**
 * Options for the query that checks a mail's link: a failed check is repeated only when the user asks for it, and an accepted link
 * is not checked again.
 */
export const linkCheckOptions = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const

/** Whether a link could not be checked or used because of a temporary failure, so that another attempt makes sense. */
export const isTemporaryCheckFailure = ({ status }: CallError) => status === 0 || status === 429 || status >= 500

/** The message for a failed request, unless the server's own text is shown instead. */
export const requestFailedText = 'An error occurred while processing your request. Please try again.'

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
