import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import { proofGaps } from '#shared/rules/proof-gaps.ts'

/** Returns the deliveries of several records without duplicates, each with all of its requested prescriptions. */
export function uniqueDeliveries(records: readonly AuditRecord[]): Proof[] {
  const found = new Map<string, Proof>()
  for (const proof of records.flatMap(({ deliveries }) => deliveries)) {
    const known = found.get(proof.id)
    found.set(proof.id, known ? together(known, proof) : proof)
  }
  return [...found.values()]
}

function together(a: Proof, b: Proof): Proof {
  const rows = new Map([...a.rx_information, ...b.rx_information].map((row) => [row.row, row]))
  const corrections = new Map([...a.corrections, ...b.corrections].map((one) => [JSON.stringify(one), one]))
  return {
    ...a,
    rx_information: [...rows.values()].toSorted((one, other) => one.row - other.row),
    corrections: [...corrections.values()].toSorted((one, other) => (one.corrected_at < other.corrected_at ? -1 : 1)),
    missing: proofGaps.filter((gap) => a.missing.includes(gap) || b.missing.includes(gap)),
  }
}
