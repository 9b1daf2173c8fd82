import { choiceLabel, signerRelationshipLabels } from '../model/door-record.ts'
import type { Correction } from '../model/made-correction.ts'
import { paymentLabels } from '../model/payment.ts'
import type { Proof } from '../model/proof.ts'
import { formatDollars } from './money.ts'

type Rows = readonly Pick<Proof['rx_information'][number], 'row' | 'rx_number'>[]

const ofDelivery: Readonly<Record<string, string>> = {
  amount: 'Amount',
  payment_method: 'Payment method',
  signer_name: 'Signed by',
  signer_relationship: 'Relationship',
  delivery_notes: 'Delivery notes',
}
const ofPrescription: Readonly<Record<string, string>> = {
  fill_date: 'fill date',
  fill_number: 'fill number',
  rx_number: 'RX number',
}

/** Returns an option for each field of a delivery that can be corrected. `value` is the path of the field. */
export const correctableFieldOptions = (rows: Rows) => [
  ...Object.entries(ofDelivery).map(([value, label]) => ({ value, label })),
  ...rows.flatMap(({ row, rx_number }) =>
    Object.entries(ofPrescription).map(([name, label]) => ({
      value: `rx_information.${row}.${name}`,
      label: `RX ${rx_number}: ${label}`,
    })),
  ),
]

/**
 * Returns the label of a corrected field. Returns its path if this release doesn't know the field, or if it belongs to a
 * prescription that `rows` lacks.
 */
export const correctedFieldLabel = (field: string, rows: Rows) =>
  correctableFieldOptions(rows).find(({ value }) => value === field)?.label ?? field

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_method: paymentLabels,
  signer_relationship: signerRelationshipLabels,
}

/** Returns the text that the screen shows for the old or the new value of a corrected field. */
export function correctionValueText(field: string, value: Correction['from']): string {
  if (value === null || value === '') return 'nothing'
  if (field === 'amount') return formatDollars(Number(value))
  return choiceLabel(choices[field] ?? {}, String(value))
}
