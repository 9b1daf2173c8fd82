/** Returns a number for a test, such as that of its rounds or its rows: `quick` in `npm test`, `proof` in `npm run proof`. */
export const howMany = ({ quick, proof }: { quick: number; proof: number }) => (process.env.PROOF ? proof : quick)

/** Returns all items in `npm run proof`. In `npm test` it returns only every `of`-th item, and different ones for each `turn`. */
export const sampleUnlessProof = <T>(all: readonly T[], turn: number, of: number): T[] =>
  all.filter((_, i) => process.env.PROOF || i % of === turn % of)
