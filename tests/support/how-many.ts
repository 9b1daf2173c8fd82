/** How often a test repeats itself: `quick` in `npm test`, `proof` in `npm run proof`. */
export const howMany = ({ quick, proof }: { quick: number; proof: number }) => (process.env.PROOF ? proof : quick)
