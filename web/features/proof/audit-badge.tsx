import { type ProofGap, proofGapLabels } from '#shared/rules/proof-gaps.ts'
import { Badge } from '../../ui/badge.tsx'

/** Says whether the proof has everything that an auditor asks for, and what is missing. */
export const AuditBadge = ({ missing }: { missing: readonly ProofGap[] }) =>
  missing.length === 0 ? (
    <Badge tone="green">Complete for audit</Badge>
  ) : (
    <Badge tone="yellow">Missing: {missing.map((gap) => proofGapLabels[gap]).join(', ')}</Badge>
  )
