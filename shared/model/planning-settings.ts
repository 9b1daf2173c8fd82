import * as z from 'zod/mini'
import { distinctList, requiredDate, wholeBetween } from './fields.ts'
import { lazy } from './lazy.ts'
import { toAnswerFields } from './shapes.ts'

// The settings for planning deliveries. They have a module of their own, because every page for signed-in users reads them with its
// organisation, while few of these pages load the other settings.

const inOrder = <T extends string | number>(entries: readonly T[]) =>
  entries.toSorted((one, other) => (one < other ? -1 : Number(one > other)))

const deliveryDays = () =>
  distinctList(wholeBetween(0, 6, 'Must be a day from 0 (Sunday) to 6'), {
    limit: 7,
    noun: 'days',
    needed: 'Select at least one delivery day',
  }).check(z.overwrite(inOrder))

const closedDaysLimit = 200

const closedDays = () =>
  distinctList(requiredDate('Date is required'), { limit: closedDaysLimit, noun: 'days' }).check(z.overwrite(inOrder))

const isOn = () => z.boolean('Must be true or false')

/** The requirements with which a new delivery starts. */
export const newDeliveryDefaults = lazy(() => z.object({ signature_required: isOn(), require_photo_id: isOn() }))

export const planningSettings = lazy(() =>
  z.object({
    /** The weekdays on which the organisation delivers. 0 is Sunday. */
    delivery_days: deliveryDays(),
    /** The dates on which it does not deliver. */
    closed_days: closedDays(),
    new_delivery_defaults: newDeliveryDefaults(),
  }),
)
type PlanningSettings = z.output<ReturnType<typeof planningSettings>>

export const defaultPlanningSettings = {
  delivery_days: [0, 1, 2, 3, 4, 5, 6],
  closed_days: [],
  new_delivery_defaults: { signature_required: false, require_photo_id: false },
} satisfies PlanningSettings

/** A server of an earlier release leaves these settings out of its answers. */
export const planningSettingsInAnswer = lazy(() => {
  const { delivery_days, closed_days } = toAnswerFields(planningSettings()).shape
  return z.object({
    delivery_days: z.catch(delivery_days, defaultPlanningSettings.delivery_days),
    closed_days: z.catch(closed_days, defaultPlanningSettings.closed_days),
    new_delivery_defaults: z.catch(newDeliveryDefaults(), defaultPlanningSettings.new_delivery_defaults),
  })
})
