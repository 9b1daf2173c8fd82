/** How often a test repeats itself: `quick` in `npm test`, `proof` in `npm run proof`. */
export const howMany = ({ quick, proof }: { quick: number; proof: number }) => (process.env.PROOF ? proof : quick)

/** In `npm test` every `of`-th of them, others at each turn; in `npm run proof` all. */
export const inTurn = <T>(all: readonly T[], turn: number, of: number): T[] =>
  all.filter((_, i) => process.env.PROOF || i % of === turn % of)
