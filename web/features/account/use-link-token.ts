import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const tokenOf = (state: unknown) =>
  typeof state === 'object' && state && 'token' in state && typeof state.token === 'string' ? state.token : ''

/**
 * The one-time token of a mail's link, '' without one. It leaves the address bar at once and goes on with this entry of
 * the browser's history, so that a reload still has it.
 */
export function useLinkToken(): string {
  const { pathname, state } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const given = params.get('token')

  useEffect(() => {
    if (given !== null) void navigate(pathname, { replace: true, state: { token: given } })
  }, [given, pathname, navigate])

  return given ?? tokenOf(state)
}
