export const proofGaps = [
  'signature',
  'good_signature',
  'signer_name',
  'signer_relationship',
  'fill_date',
  'fill_number',
  'rx_number',
  'address',
  'delivered_at',
] as const
export type ProofGap = (typeof proofGaps)[number]

/** The labels of the facts that a proof can lack. They are shown after `Missing:`. */
export const proofGapLabels: Readonly<Record<ProofGap, string>> = {
  signature: 'signature',
  good_signature: 'clear signature',
  signer_name: 'signer’s name',
  signer_relationship: 'relationship',
  fill_date: 'fill date',
  fill_number: 'fill number',
  rx_number: 'RX number',
  address: 'address',
  delivered_at: 'time of delivery',
}

interface Provable {
  hasSignature: boolean
  signature_quality: string | null
  signer_name: string | null
  signer_relationship: string | null
  rx_information: readonly { rx_number: string; fill_date: string; fill_number: number | null }[]
  delivery_address: string
  delivered_at: string | null
}

/**
 * Returns the facts that an auditor asks for and that this proof lacks. A proof without prescriptions lacks a prescription number.
 */
export function proofGapsOf(proof: Provable): ProofGap[] {
  const { rx_information: rows } = proof
  const isMissing: Readonly<Record<ProofGap, boolean>> = {
    signature: !proof.hasSignature,
    good_signature: proof.hasSignature && proof.signature_quality === 'weak',
    signer_name: !proof.signer_name,
    signer_relationship: !proof.signer_relationship,
    fill_date: rows.some(({ fill_date }) => !fill_date),
    fill_number: rows.some(({ fill_number }) => fill_number === null),
    rx_number: rows.length === 0 || rows.some(({ rx_number }) => !rx_number),
    address: !proof.delivery_address.trim(),
    delivered_at: !proof.delivered_at,
  }
  return proofGaps.filter((gap) => isMissing[gap])
}
