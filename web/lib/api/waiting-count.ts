type Kind = 'run' | 'doors'

const counts: Record<Kind, number> = { run: 0, doors: 0 }

/** How many actions of the user wait in this browser to be sent. Each call tells the server. */
export const waitingCount = {
  note: (kind: Kind, count: number) => {
    counts[kind] = count
  },
  read: () => counts.run + counts.doors,
}
