import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import type { ProofGap } from '#shared/rules/proof-gaps.ts'
import { csvText } from '../../../lib/browser/csv.ts'
import { formatIsoWithOffset } from '../../../lib/browser/format.ts'
import { auditRecordDeliveriesText, receivedProofs } from '../record-deliveries-text.ts'

type Row = Proof['rx_information'][number]
type Column = (proof: Proof, row: Row | undefined) => string | number | boolean | null

/** The columns of the records. The packet's page compares each with the chain, so it has the same list (`verify.html`). */
const columns: Readonly<Record<string, Column>> = {
  rx_number: (_, row) => row?.rx_number ?? null,
  rx_date: (_, row) => row?.rx_date ?? null,
  fill_date: (_, row) => row?.fill_date ?? null,
  fill_number: (_, row) => row?.fill_number ?? null,
  patient_name: ({ patient_name }) => patient_name,
  delivery_address: ({ delivery_address }) => delivery_address,
  apt_suite_building: ({ apt_suite_building }) => apt_suite_building,
  city: ({ city }) => city,
  state: ({ state }) => state,
  zip_code: ({ zip_code }) => zip_code,
  delivered_at: ({ delivered_at }) => formatIsoWithOffset(delivered_at),
  captured_at: ({ captured_at }) => formatIsoWithOffset(captured_at),
  clock_correction_seconds: ({ clock_correction_seconds }) => clock_correction_seconds,
  session_ended_at: ({ session_ended_at }) => formatIsoWithOffset(session_ended_at),
  delivered_by: ({ delivered_by }) => delivered_by?.name ?? null,
  signer_name: ({ signer_name }) => signer_name,
  signer_relationship: ({ signer_relationship }) => signer_relationship,
  signature_method: ({ signature_method }) => signature_method,
  signature_quality: ({ signature_quality }) => signature_quality,
  witness: ({ witness }) => witness,
  photo_id_checked: ({ photo_id }) => photo_id?.checked ?? null,
  photo_id_kind: ({ photo_id }) => photo_id?.kind ?? null,
  hipaa_form: ({ hipaa_form_outcome, hipaa_form_received }) =>
    hipaa_form_outcome ?? (hipaa_form_received ? 'given' : null),
  hipaa_form_reason: ({ hipaa_form_reason }) => hipaa_form_reason,
  counseling: ({ counseling_outcome, counseling_received }) =>
    counseling_outcome ?? (counseling_received ? 'accepted' : null),
  amount: ({ amount }) => amount,
  payment_method: ({ payment_method }) => payment_method,
  recorded_by_mistake: ({ recorded_by_mistake }) => recorded_by_mistake?.reason ?? null,
  signature_sha256: ({ signature_sha256 }) => signature_sha256,
  photo_sha256: ({ photo_sha256 }) => photo_sha256,
  delivery_id: ({ id }) => id,
}

/** Returns a CSV row for each prescription of each delivery. A delivery without prescriptions has one row without a number. */
export const recordsCsv = (proofs: readonly Proof[]) =>
  csvText([
    Object.keys(columns),
    ...proofs.flatMap((proof) =>
      (proof.rx_information.length > 0 ? proof.rx_information : [undefined]).map((row) =>
        Object.values(columns).map((column) => column(proof, row)),
      ),
    ),
  ])

/**
 * Returns a CSV table with one row for each record: the prescription's number and date, in words how many of its deliveries are in
 * the packet or why there are none, and the ids and times of what was received. In a search by days, the numbers are those that were
 * found on these days.
 */
export const requestedNumbersCsv = (records: readonly AuditRecord[]) =>
  csvText([
    ['rx_number', 'date', 'answer', 'delivery_ids', 'delivered_at'],
    ...records.map((record) => {
      const received = receivedProofs(record.deliveries)
      return [
        ...[record.rx_number, record.date, auditRecordDeliveriesText(record)],
        ...[
          received.map(({ id }) => id).join(' '),
          received.map(({ delivered_at }) => formatIsoWithOffset(delivered_at)).join(' '),
        ],
      ]
    }),
  ])

/**
 * Returns the prescriptions that a missing field concerns: those without a fill date or number if that is what is missing,
 * otherwise all.
 */
function lackingIn({ rx_information }: Proof, gap: ProofGap): Row[] {
  if (gap === 'fill_date') return rx_information.filter(({ fill_date }) => !fill_date)
  if (gap === 'fill_number') return rx_information.filter(({ fill_number }) => fill_number === null)
  return rx_information
}

/** Returns a CSV row for each missing field of each delivery. */
export const missingFieldsCsv = (proofs: readonly Proof[]) =>
  csvText([
    ['delivery_id', 'delivered_at', 'rx_numbers', 'missing'],
    ...proofs.flatMap((proof) =>
      proof.missing.map((gap) => [
        ...[proof.id, formatIsoWithOffset(proof.delivered_at)],
        ...[
          lackingIn(proof, gap)
            .map(({ rx_number }) => rx_number)
            .join(' '),
          gap,
        ],
      ]),
    ),
  ])
