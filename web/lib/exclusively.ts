let last: Promise<unknown> = Promise.resolve()

/** One after the other in this browser, where Web Locks exist; else in this tab. */
export function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request('carelane-tokens', work)
  const turn = last.then(work)
  last = turn.catch(() => undefined)
  return turn
}
