/** The most recent task of each name. In browsers without Web Locks, the next task of that name waits for it. */
const last = new Map<string, Promise<unknown>>()

/** Runs tasks of one name one after the other: across all tabs if the browser has Web Locks, otherwise only within this tab. */
export function runExclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work)
  const turn = (last.get(name) ?? Promise.resolve()).then(work)
  last.set(
    name,
    turn.catch(() => undefined),
  )
  return turn
}
