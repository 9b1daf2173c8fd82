import { gapLabels, type ProofGap } from '#shared/rules/proof-gaps.ts'

export const missingText = (missing: readonly ProofGap[]) =>
  `Missing: ${missing.map((gap) => gapLabels[gap]).join(', ')}`
