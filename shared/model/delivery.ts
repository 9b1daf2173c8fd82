import * as z from 'zod/mini'
import { attempt } from './attempt-record.ts'
import { deliveryForm, rxRow, skuRow } from './delivery-form.ts'
import { hiddenListColumns, placeOnRun, returnWindowColumns, shownListColumns } from './delivery-row.ts'
import {
  countInAnswer,
  dateOrNoneInAnswer,
  emailInAnswer,
  idInAnswer,
  instantInAnswer,
  instantOrNullInAnswer,
  urlInAnswer,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { refusedAction } from './refused-action.ts'
import { toAnswerFields } from './shapes.ts'
import { storedDoorRecord } from './stored-door-record.ts'

export const answeredRxRow = lazy(() =>
  z.extend(toAnswerFields(rxRow()), {
    rx_date: dateOrNoneInAnswer(),
    fill_date: dateOrNoneInAnswer(),
    fill_number: z.nullable(countInAnswer()),
  }),
)
export const answeredSkuRow = lazy(() => z.extend(toAnswerFields(skuRow()), { quantity: countInAnswer() }))

/** A delivery as responses show it. Money is in dollars; signature and photo are presigned URLs that expire after 15 minutes. */
export const delivery = lazy(() =>
  z.object({
    ...toAnswerFields(z.omit(deliveryForm(), { pharmacist_id: true })).shape,
    ...shownListColumns().shape,
    ...returnWindowColumns().shape,
    ...z.omit(hiddenListColumns(), { return_from: true }).shape,
    email: z.string(),
    access_notes: z.string(),
    /** The recipient's own directions to the door. They belong to this delivery and not to the patient. */
    recipient_notes: z.string(),
    order_notes: z.string(),
    /** The delivery that this one makes anew, because that one was recorded by mistake. */
    again_of: z.catch(z.nullable(idInAnswer()), null),
    /** The delivery that makes this one anew. */
    planned_again_as: z.catch(z.nullable(idInAnswer()), null),
    rx_information: z.array(answeredRxRow()),
    sku_information: z.array(answeredSkuRow()),
    attempts: z.array(attempt()),
    /** Actions at the door that the server refused and that no one has settled yet. */
    unsent: z.array(refusedAction()),
    hipaa_form_received: z.boolean(),
    counseling_received: z.boolean(),
    counseling_required: z.boolean(),
    patient_signature: z.nullable(urlInAnswer()),
    signature_timestamp: instantOrNullInAnswer(),
    delivery_photo_url: z.nullable(urlInAnswer()),
    delivery_photo: z.nullable(urlInAnswer()),
    delivery_photo_content_type: z.nullable(z.string()),
    created_at: instantInAnswer(),
    updated_at: instantInAnswer(),
    ...storedDoorRecord().shape,
  }),
)
export type Delivery = z.output<ReturnType<typeof delivery>>

/** A delivery as it is read. While it is on its way, it says where it is in its driver's run. */
export const placedDelivery = lazy(() => z.extend(delivery(), { place: z.optional(placeOnRun()) }))
export type PlacedDelivery = z.output<ReturnType<typeof placedDelivery>>

/**
 * A user who can deliver. The name comes from the response's field `full_name`, or else from `name`, or else from `first_name` and
 * `last_name`. It is '' if all of them are missing.
 */
export const pharmacist = lazy(() =>
  z.pipe(
    z.transform((person: unknown) => {
      const { id, _id, full_name, name, first_name, last_name, email, phone, delivers } = Object(person)
      const named = [first_name, last_name].filter(Boolean).join(' ')
      return {
        id: id ?? _id,
        full_name: full_name || name || named,
        email: email ?? '',
        phone: phone ?? '',
        delivers: delivers ?? true,
      }
    }),
    z.object({
      id: idInAnswer(),
      full_name: z.string(),
      email: emailInAnswer(),
      phone: z.string(),
      /** Whether delivering is the work of this person, who does not manage deliveries. */
      delivers: z.boolean(),
    }),
  ),
)
