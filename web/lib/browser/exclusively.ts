/** The last piece of work under each name, where the browser has no Web Locks. */
const last = new Map<string, Promise<unknown>>()

/** Runs one piece of work of a name after the other: across all tabs where the browser has Web Locks, else in this tab. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work)
  const turn = (last.get(name) ?? Promise.resolve()).then(work)
  last.set(
    name,
    turn.catch(() => undefined),
  )
  return turn
}
