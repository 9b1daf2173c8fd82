import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

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
