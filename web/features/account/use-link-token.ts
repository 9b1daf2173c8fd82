import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const tokenOf = (state: unknown) =>
  typeof state === 'object' && state && 'token' in state && typeof state.token === 'string' ? state.token : ''

/**
 * The one-time token of a mail's link, or of the page before; '' without one. It leaves the address bar at once, so that no
 * screenshot, log or list of visited pages shows it. This tab's history entry keeps it for a reload.
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

/** Takes the token out of the history entry once the link has been used or refused. */
export function useForgetToken(isOver: boolean) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (isOver) void navigate(pathname, { replace: true })
  }, [isOver, pathname, navigate])
}
