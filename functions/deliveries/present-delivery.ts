import { lazyValue } from '#shared/api/contract.ts'
import { type Delivery, type DeliveryRow, delivery, deliveryRow } from '#shared/model/delivery.ts'
import { only } from '#shared/model/shapes.ts'
import { toDollars } from '#shared/rules/money.ts'
import type { StoredDelivery, StoredDeliveryRow } from '../data/entities.ts'
import type { Media } from '../files/media.ts'

/** The columns that are kept in cents, in dollars. */
const money = ({ total_copay, total_price }: StoredDeliveryRow) => ({
  total_copay: toDollars(total_copay),
  total_price: toDollars(total_price),
})

/** A list row as it is answered. */
export const presentRow = (row: StoredDeliveryRow): DeliveryRow => only(deliveryRow(), { ...row, ...money(row) })

/** All that is kept in cents, in dollars. */
const inDollars = (stored: StoredDelivery) => ({
  ...stored,
  ...money(stored),
  rx_information: stored.rx_information.map((row) => ({ ...row, copay: toDollars(row.copay) })),
  sku_information: stored.sku_information.map((row) => ({ ...row, price: toDollars(row.price) })),
  amount: stored.amount === null ? null : toDollars(stored.amount),
})

/** What follows from other fields, changes with every write, or is an address of a picture. */
const untold: ReadonlySet<string> = new Set<keyof Delivery>([
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

const toldFields = lazyValue(() => Object.keys(delivery().shape).filter((field) => !untold.has(field)))

/** A delivery as events compare it: every field that is answered and that a person can change. */
export function toldOf(stored: StoredDelivery): object {
  const fields: Record<string, unknown> = inDollars(stored)
  return Object.fromEntries(toldFields().map((field) => [field, fields[field]]))
}

/** A delivery as it is answered: signature and photo as addresses that live 15 minutes. */
export async function presentDelivery(stored: StoredDelivery, media: Media): Promise<Delivery> {
  const address = (key: string | null) => (key ? media.address(key) : null)
  const [patient_signature, delivery_photo_url] = await Promise.all([
    address(stored.signature_key),
    address(stored.photo_key),
  ])
  return only(delivery(), {
    ...inDollars(stored),
    patient_signature,
    delivery_photo_url,
    delivery_photo: delivery_photo_url,
  })
}
