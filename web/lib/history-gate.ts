type Gate = (event: PopStateEvent) => void

let gate: Gate | undefined

// A window calls its listeners in the order in which they came, capturing or not: the page's entry imports this file, so
// that it hears of Back and Forward before the router does.
addEventListener('popstate', (event) => gate?.(event))

/** Has `next` see every move through the history first; it may keep it from the router. Answers how to stop. */
export function watchHistory(next: Gate) {
  gate = next
  return () => {
    if (gate === next) gate = undefined
  }
}
