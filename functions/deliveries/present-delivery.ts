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

/** A delivery as it is answered: signature and photo as addresses that live 15 minutes. */
export async function presentDelivery(stored: StoredDelivery, media: Media): Promise<Delivery> {
  const address = (key: string | null) => (key ? media.address(key) : null)
  const [patient_signature, delivery_photo_url] = await Promise.all([
    address(stored.signature_key),
    address(stored.photo_key),
  ])
  return only(delivery(), {
    ...stored,
    ...money(stored),
    rx_information: stored.rx_information.map((row) => ({ ...row, copay: toDollars(row.copay) })),
    sku_information: stored.sku_information.map((row) => ({ ...row, price: toDollars(row.price) })),
    amount: stored.amount === null ? null : toDollars(stored.amount),
    patient_signature,
    delivery_photo_url,
    delivery_photo: delivery_photo_url,
  })
}
