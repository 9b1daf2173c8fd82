/** A route's path, `/api/deliveries/{id}`, and what answers it. */
interface RouteOption<T> {
  method: string
  path: string
  target: T
}

/**
 * Chooses as API Gateway does: among the routes that match, the one with a word where the others have a `{parameter}`.
 * Parameters come percent-decoded. Throws `URIError` when one cannot be decoded.
 */
export function chooseRoute<T>(
  routes: readonly RouteOption<T>[],
  method: string,
  path: string,
): { target: T; parameters: Record<string, string> } | undefined {
  const given = path.split('/')
  const [best] = routes
    .filter((route) => route.method === method)
    .map((route) => ({ ...route, segments: route.path.split('/') }))
    .filter(
      ({ segments }) => segments.length === given.length && segments.every((segment, at) => fits(segment, given[at])),
    )
    .sort((one, other) => rank(one.segments).localeCompare(rank(other.segments)))
  if (!best) return undefined
  const parameters = best.segments.flatMap((segment, at) =>
    isParameter(segment) ? [[segment.slice(1, -1), decodeURIComponent(given[at] ?? '')]] : [],
  )
  return { target: best.target, parameters: Object.fromEntries(parameters) }
}

const isParameter = (segment: string) => segment.startsWith('{')
const fits = (segment: string, given = '') => (isParameter(segment) ? given !== '' : segment === given)
const rank = (segments: readonly string[]) => segments.map((segment) => (isParameter(segment) ? 1 : 0)).join('')
