import * as z from 'zod/mini'
import { invalidDateText } from '../rules/dates.ts'
import { fillNumber, rxNumber } from './delivery-form.ts'
import { reasonRequiredText, signerRelationship, signerRequiredText } from './door-record.ts'
import { dollars, exactText, notes, requiredDate, requiredText } from './fields.ts'
import { lazy, type Schema } from './lazy.ts'
import { paymentMethod } from './payment.ts'

const cannotBeCorrected = 'This cannot be corrected'

/** The fields of a delivery that can be corrected. Each has the schema of its value. */
const ofDelivery: Readonly<Record<string, () => Schema>> = {
  amount: dollars,
  payment_method: paymentMethod,
  signer_name: () => requiredText(signerRequiredText),
  signer_relationship: signerRelationship,
  delivery_notes: notes,
}

/** The fields of a prescription that can be corrected. Each has the schema of its value. */
const ofPrescription: Readonly<Record<string, () => Schema>> = {
  fill_date: () => requiredDate(invalidDateText),
  fill_number: fillNumber,
  rx_number: rxNumber,
}

interface Place {
  /** The index of the prescription. Undefined if the field belongs to the delivery itself. */
  row: number | undefined
  name: string
  schema: () => Schema
}

/**
 * Parses a path such as `amount` or `rx_information.0.fill_date`. Returns undefined if no field with this path can be corrected. A
 * prescription has only one path, because those who show a correction look for its prescription by the path.
 */
export function parseCorrectablePath(field: string): Place | undefined {
  const [, row, inRow] = /^rx_information\.(0|[1-9]\d?)\.(\w+)$/.exec(field) ?? []
  const name = inRow ?? field
  const schema = inRow === undefined ? ofDelivery[name] : ofPrescription[name]
  return schema && Object.hasOwn(inRow === undefined ? ofDelivery : ofPrescription, name)
    ? { row: row === undefined ? undefined : Number(row), name, schema }
    : undefined
}

const textOrNumber = 'Must be text or a number'

/** A correction: the field of the signed record, the right value and the reason. The value must satisfy the field's own schema. */
export const correctionForm = lazy(() =>
  z
    .object({
      field: exactText(60, cannotBeCorrected, cannotBeCorrected).check(
        z.refine((field) => parseCorrectablePath(field) !== undefined, cannotBeCorrected),
      ),
      value: z.union([notes(), z.number(textOrNumber)], textOrNumber),
      reason: notes().check(z.minLength(1, reasonRequiredText)),
    })
    .check(
      z.superRefine(({ field, value }, { addIssue }) => {
        const judged = parseCorrectablePath(field)?.schema()
        for (const { message } of (judged && z.safeParse(judged, value).error?.issues) ?? [])
          addIssue({ code: 'custom', path: ['value'], message })
      }),
    ),
)
