import { type Delivery, delivery } from '#shared/model/delivery.ts'
import { type DeliveryRow, deliveryRow } from '#shared/model/delivery-row.ts'
import { lazyValue } from '#shared/model/lazy.ts'
import { type ExportedDelivery, exportedDelivery } from '#shared/model/list-export.ts'
import { pickFields } from '#shared/model/shapes.ts'
import { toDollars } from '#shared/rules/money.ts'
import { lastDayOut, returnStateOn } from '#shared/rules/return-window.ts'
import { isFinalStatus } from '#shared/rules/transitions.ts'
import {
  lastAttemptOf,
  presentAttempt,
  type StoredDelivery,
  type StoredDeliveryRow,
} from '../data/entities/delivery.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { presentUnsent, presentUnsentWithPictures } from './present-unsent.ts'
import { todayOf } from './today.ts'

/** Converts a row's totals from cents, in which they are stored, to dollars. */
const money = ({ total_copay, total_price }: StoredDeliveryRow) => ({
  total_copay: toDollars(total_copay),
  total_price: toDollars(total_price),
})

/**
 * Returns a function that computes the date by which a package must go back to stock, and whether that date is near or has passed.
 * The date follows from the delivery's `return_from` and the organisation's settings. Both are null for a final delivery and for
 * one without `return_from`.
 */
function returnOf(caller: Caller, services: Services) {
  let today: string | undefined
  return ({ status, return_from }: Pick<StoredDeliveryRow, 'status' | 'return_from'>) => {
    if (!return_from || isFinalStatus(status)) return { return_by: null, return_state: null }
    today ??= todayOf(caller, services)
    const return_by = lastDayOut(return_from, caller.tenant)
    return { return_by, return_state: returnStateOn(return_by, today, caller.tenant) }
  }
}

/** Returns a function that converts stored rows to the form that they have in the caller's response. */
export function deliveryRowPresenter(caller: Caller, services: Services): (row: StoredDeliveryRow) => DeliveryRow {
  const found = returnOf(caller, services)
  return (row) => {
    const last_attempt = lastAttemptOf(row)
    const known = { recorded_by_mistake: null, ...row, ...money(row), ...found(row) }
    return pickFields(deliveryRow(), { ...known, ...(last_attempt && { last_attempt }) })
  }
}

/** Converts all amounts of a delivery from cents, in which they are stored, to dollars. */
const inDollars = (stored: StoredDelivery) => ({
  ...stored,
  ...money(stored),
  rx_information: stored.rx_information.map((row) => ({ ...row, copay: toDollars(row.copay) })),
  sku_information: stored.sku_information.map((row) => ({ ...row, price: toDollars(row.price) })),
  amount: stored.amount === null ? null : toDollars(stored.amount),
  attempts: stored.attempts.map(presentAttempt),
})

/**
 * The fields of a delivery whose changes events don't record, because they follow from other fields, change with every write, or
 * are URLs of pictures.
 */
const notInEvents: ReadonlySet<string> = new Set<keyof Delivery>([
  'version',
  'updated_at',
  'rx_count',
  'sku_count',
  'total_copay',
  'total_price',
  'patient_signature',
  'delivery_photo_url',
  'delivery_photo',
])

const eventFieldNames = lazyValue(() => Object.keys(delivery().shape).filter((field) => !notInEvents.has(field)))

/**
 * Returns the fields of a delivery whose changes events record. These are the stored fields that responses have, except
 * `notInEvents`. Amounts are in dollars.
 */
export function eventFieldsOfDelivery(stored: StoredDelivery): object {
  const fields: Record<string, unknown> = { ...inDollars(stored), unsent: stored.unsent?.map(presentUnsent) ?? [] }
  return Object.fromEntries(eventFieldNames().map((field) => [field, fields[field]]))
}

/** Converts a delivery to the form that responses have, without the URLs of its pictures. */
export const presentDeliveryWithoutPictures = (
  stored: StoredDelivery,
  caller: Caller,
  services: Services,
): ExportedDelivery =>
  pickFields(exportedDelivery(), {
    ...{ recorded_by_mistake: null, again_of: null, planned_again_as: null },
    ...{ session_ended_at: null, clock_correction_seconds: null },
    ...inDollars(stored),
    ...returnOf(caller, services)(stored),
    unsent: stored.unsent?.map(presentUnsent) ?? [],
  })

/**
 * Converts a delivery to the form that responses have, with signed URLs for its signature and photo. The URLs are valid for 15
 * minutes.
 */
export async function presentDelivery(stored: StoredDelivery, caller: Caller, services: Services): Promise<Delivery> {
  const address = (key: string | null) => (key ? services.media.address(key) : null)
  const [patient_signature, delivery_photo_url, attempts, unsent] = await Promise.all([
    address(stored.signature_key),
    address(stored.photo_key),
    Promise.all(
      stored.attempts.map(async (attempt) => {
        const photo = await address(attempt.photo_key ?? null)
        return { ...presentAttempt(attempt), ...(photo && { photo }) }
      }),
    ),
    Promise.all((stored.unsent ?? []).map((action) => presentUnsentWithPictures(action, services.media))),
  ])
  return {
    ...presentDeliveryWithoutPictures(stored, caller, services),
    attempts,
    unsent,
    patient_signature,
    delivery_photo_url,
    delivery_photo: delivery_photo_url,
  }
}
