import * as z from 'zod/mini'
import type { Delivery } from '#shared/model/delivery.ts'
import { deliveryForm, rxRow, type SkuRow, skuRow } from '#shared/model/delivery-form.ts'
import { optionalText } from '#shared/model/fields.ts'
import { deliveryDateInThePastText } from '#shared/rules/dates.ts'
import { orderTotalsOf } from '#shared/rules/totals.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import type { DraftValues } from '../../../lib/forms/form-values.ts'

/** Returns a schema that accepts what `number` accepts, and also '', the value of an empty number field. */
const orEmpty = <S extends z.ZodMiniType>(number: S) => z.union([z.literal(''), number])

/**
 * Returns the schema of the form's values, which extends the schema of the request. The date must be `today` or later, except that
 * an overdue delivery may keep its date `currentDate`. An incomplete SKU row is accepted, because it is dropped when the form is sent.
 */
export const deliveryFormSchema = (today: string, currentDate?: string) => {
  const sku = skuRow().shape
  const fillNumber = rxRow().shape.fill_number.def.innerType.def.innerType
  return z.extend(deliveryForm(), {
    delivery_date: deliveryForm().shape.delivery_date.check(
      z.refine((date) => date === '' || date === currentDate || date >= today, deliveryDateInThePastText),
    ),
    rx_information: z.array(z.extend(rxRow(), { fill_number: orEmpty(fillNumber) })),
    sku_information: z.array(
      z.object({ sku_number: optionalText(60), quantity: orEmpty(sku.quantity), price: orEmpty(sku.price) }),
    ),
  })
}
type DeliveryFormSchema = ReturnType<typeof deliveryFormSchema>
export type DeliveryFormValues = DraftValues<z.input<DeliveryFormSchema>>
export type CheckedDelivery = z.output<DeliveryFormSchema>

export const newRxRow = (): DeliveryFormValues['rx_information'][number] => ({
  rx_date: '',
  rx_number: '',
  copay: 0,
  fill_date: '',
  fill_number: '',
})
export const newSkuRow = (): DeliveryFormValues['sku_information'][number] => ({
  sku_number: '',
  quantity: 1,
  price: 0,
})

/** What a new delivery starts with: the first possible day and time range, and the requirements of the settings. */
export interface NewDeliveryDefaults {
  delivery_date: string
  time_range: string
  require_photo_id: boolean
  signature_required: boolean
}

export const newDeliveryValues = (defaults?: NewDeliveryDefaults): DeliveryFormValues => ({
  delivery_date: '',
  time_range: '',
  pharmacist_id: null,
  language: 'english',
  patient_id: '',
  delivery_notes: '',
  rx_information: [newRxRow()],
  sku_information: [],
  require_photo_id: false,
  refrigerated: false,
  collect_copay: false,
  signature_required: false,
  hipaa_form: false,
  lien_form: false,
  nf_aob_form: false,
  ...defaults,
})

/** The values that a new delivery takes over from the previous one when the user enters several in succession. */
export type CarriedOverValues = Pick<DeliveryFormValues, 'delivery_date' | 'time_range' | 'pharmacist_id'>

/**
 * Returns the form's values for an existing delivery. If the delivery has no prescriptions, an empty row is added, because the form
 * always shows at least one.
 */
export function formValuesOf(delivery: Delivery): DeliveryFormValues {
  const { delivery_date, time_range, language, pharmacist_id, patient_id, delivery_notes } = delivery
  const { require_photo_id, refrigerated, collect_copay, signature_required } = delivery
  const { hipaa_form, lien_form, nf_aob_form, rx_information, sku_information } = delivery
  return {
    ...{ delivery_date, time_range, language, pharmacist_id, patient_id, delivery_notes },
    ...{ require_photo_id, refrigerated, collect_copay, signature_required },
    ...{ hipaa_form, lien_form, nf_aob_form, sku_information },
    rx_information:
      rx_information.length > 0
        ? rx_information.map((row) => ({ ...row, fill_number: row.fill_number ?? '' }))
        : [newRxRow()],
  }
}

const isComplete = (row: CheckedDelivery['sku_information'][number]): row is SkuRow =>
  row.sku_number !== '' && row.quantity !== '' && row.price !== ''

/** Returns the body of the request. It leaves out SKU rows without a number, quantity or price, and RX rows without a number. */
export const deliveryBody = (checked: CheckedDelivery) => ({
  ...checked,
  rx_information: checked.rx_information
    .filter(({ rx_number }) => rx_number !== '')
    .map((row) => ({ ...row, fill_number: row.fill_number === '' ? null : row.fill_number })),
  sku_information: checked.sku_information.filter(isComplete),
})

/**
 * Returns the error with the numbers of its SKU rows changed to those in the form, so that each message appears at the right row.
 * The server counts only the rows that it received, but `deliveryBody` leaves out incomplete rows.
 */
export function moveRefusalsToFormRows(
  error: CallError,
  { sku_information }: Pick<CheckedDelivery, 'sku_information'>,
) {
  const sent = sku_information.flatMap((row, index) => (isComplete(row) ? [index] : []))
  const { status, detail } = error
  const problems = error.problems.map((problem) => {
    const row = problem.loc[2]
    if (problem.loc[1] !== 'sku_information' || typeof row !== 'number') return problem
    return { ...problem, loc: problem.loc.with(2, sent[row] ?? row) }
  })
  return new CallError({ status, detail, problems }, { cause: error })
}

/** Returns the number, or 0 if the field is empty or does not contain a positive number yet. */
const countable = (number: unknown) => (typeof number === 'number' && number > 0 ? number : 0)

/** Returns the totals of the values typed so far, in dollars. */
export const totalsOfFormValues = ({
  rx_information,
  sku_information,
}: Pick<DeliveryFormValues, 'rx_information' | 'sku_information'>) =>
  orderTotalsOf(
    rx_information.map(({ copay }) => ({ copay: countable(copay) })),
    sku_information.map(({ quantity, price }) => ({ quantity: countable(quantity), price: countable(price) })),
  )
