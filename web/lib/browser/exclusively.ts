let last: Promise<unknown> = Promise.resolve()

/** Runs one piece of work after the other: across all tabs where the browser has Web Locks, else in this tab. */
export function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request('carelane-tokens', work)
  const turn = last.then(work)
  last = turn.catch(() => undefined)
  return turn
}
