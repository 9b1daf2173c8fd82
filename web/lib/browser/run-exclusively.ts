/** The last task of each name. Browsers without Web Locks need it to run tasks in turn. */
const last = new Map<string, Promise<unknown>>()

/** Runs the tasks of one name one after the other: across all tabs if the browser has Web Locks, otherwise only within this tab. */
export function runExclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work)
  const turn = (last.get(name) ?? Promise.resolve()).then(work)
  last.set(
    name,
    turn.catch(() => undefined),
  )
  return turn
}
