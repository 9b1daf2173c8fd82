import { paths } from './paths.ts'

const base = 'https://this.origin'

/** Where to go after signing in: the remembered page if it belongs to this origin, else the dashboard. */
export function returnPath(remembered: unknown): string {
  if (typeof remembered !== 'string' || !remembered.startsWith('/') || !URL.canParse(remembered, base))
    return paths.dashboard
  const { origin, pathname, search, hash } = new URL(remembered, base)
  return origin === base && !pathname.startsWith('//') && pathname !== paths.login
    ? pathname + search + hash
    : paths.dashboard
}
