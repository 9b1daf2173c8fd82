type Gate = (event: PopStateEvent) => void

/** The last one is of what lies on top: a dialog's form over the page's. */
const gates: Gate[] = []

// A window calls its listeners in the order in which they came, capturing or not: the page's entry imports this file, so
// that it hears of Back and Forward before the router does.
addEventListener('popstate', (event) => gates.at(-1)?.(event))

/** Has `next` see every move through the history first; it may keep it from the router. Answers how to stop. */
export function watchHistory(next: Gate) {
  gates.push(next)
  return () => {
    gates.splice(gates.indexOf(next), 1)
  }
}
