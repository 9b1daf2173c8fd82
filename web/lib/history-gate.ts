type Gate = (event: PopStateEvent) => void

/** The last gate belongs to what is on top, such as a dialog's form over the page's form. */
const gates: Gate[] = []

// A window calls its listeners in the order of their registration. The page's entry imports this file first, so that the
// gates see Back and Forward before the router does.
addEventListener('popstate', (event) => gates.at(-1)?.(event))

/** Lets `next` see every move through the history first, and hide it from the router. Returns how to stop. */
export function watchHistory(next: Gate) {
  gates.push(next)
  return () => {
    gates.splice(gates.indexOf(next), 1)
  }
}
