import { isId } from '#shared/model/fields.ts'
import { notASlipText } from '#shared/model/run.ts'
import { deliveryIdFromListKey, type StoredDelivery } from '../data/entities/delivery.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { maySeeDelivery } from '../deliveries/delivery-access.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import { areCurrentSlipCharacters, type ParsedSlipCode } from '../deliveries/slip.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** How many deliveries with the same beginning of their ids are compared. The slip's other characters tell them apart. */
const alike = 20

/**
 * Returns the id of the delivery to which a slip belongs. A typed code contains only the beginning of that id; if it fits none of
 * the deliveries that the caller may see, throws a 422.
 */
export async function deliveryIdOfSlip(code: ParsedSlipCode, caller: Caller, services: Services): Promise<string> {
  if (isId(code.id)) return code.id
  const { sortKeys } = await services.table.query(caller.keys.ofCode(code.id), { limit: alike })
  const ids = sortKeys.map(deliveryIdFromListKey).filter((id) => id.startsWith(code.id))
  const found = await readDeliveries(ids, caller, services.table)
  const known = await meantBy(
    code,
    found.filter((delivery) => maySeeDelivery(caller, delivery)),
    services,
  )
  if (known) return known.id
  const hidden = await meantBy(code, found, services)
  throw invalidFieldError('code', notASlipText, hidden && aboutDelivery(hidden))
}

async function meantBy(code: ParsedSlipCode, found: readonly StoredDelivery[], services: Services) {
  for (const delivery of found)
    if (found.length === 1 || (await areCurrentSlipCharacters(code.slip, delivery, services))) return delivery
  return undefined
}
