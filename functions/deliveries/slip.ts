import type { KeyObject } from 'node:crypto'
import { createHmac } from 'node:crypto'
import { notASlipText } from '#shared/model/run.ts'
import { idStartOf, type ReadSlipCode, readSlipCode } from '#shared/rules/slip-codes.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Services } from '../http/services.ts'
import { deriveKey } from '../security/signing-keys.ts'

/** The alphabet for the characters that identify a printed slip. 0 and 1 are left out, because people confuse them with letters. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789'
const slipLength = 10

/** The facts that determine a slip's characters. If one of these facts changes, slips that were printed before are out of date. */
type SlipFacts = Pick<
  StoredDelivery,
  | 'id'
  | 'patient_name'
  | 'delivery_address'
  | 'apt_suite_building'
  | 'city'
  | 'state'
  | 'zip_code'
  | 'delivery_date'
  | 'rx_count'
  | 'sku_count'
>

function slipBy(key: KeyObject, of: SlipFacts): string {
  const address = [of.delivery_address, of.apt_suite_building, of.city, of.state, of.zip_code]
  const facts = JSON.stringify([of.id, of.patient_name, ...address, of.delivery_date, of.rx_count, of.sku_count])
  let number = BigInt(`0x${createHmac('sha256', deriveKey(key, 'slip')).update(facts).digest('hex')}`)
  let slip = ''
  for (let i = 0; i < slipLength; i++) {
    slip += letters[Number(number % BigInt(letters.length))]
    number /= BigInt(letters.length)
  }
  return slip
}

/**
 * Computes the ten characters that a delivery's slip would have if it were printed now. They come from a hash of the delivery's
 * facts that is keyed with the current signing key. A slip that was printed under an earlier key has other characters, which
 * `areCurrentSlipCharacters` accepts as well.
 */
export const currentSlipCharacters = async (delivery: SlipFacts, { keys }: Services): Promise<string> =>
  slipBy((await keys.current()).key, delivery)

/**
 * Whether the ten characters of a printed slip still match the delivery. `slip` is undefined for a slip that was printed before
 * these characters were introduced. Such a slip is accepted.
 */
export async function areCurrentSlipCharacters(
  slip: string | undefined,
  delivery: SlipFacts,
  { keys }: Services,
): Promise<boolean> {
  if (slip === undefined) return true
  return (await keys.all()).some((key) => slipBy(key, delivery) === slip)
}

/** Returns the code that is printed on a slip for typing, for example `1a2b3c4d-ABCDEFGH23`. */
export const printedSlipCode = (id: string, slip: string) => `${idStartOf(id)}-${slip}`

const bare = new RegExp(`^[a-z2-9]{${slipLength}}$`, 'i')

/**
 * Reads a slip's code, which is the address in its QR code or the code that is printed for typing. Throws a 422 for any other text,
 * even for the last ten characters of the printed code alone.
 */
export function parseSlipCode(code: string): ReadSlipCode {
  const found = readSlipCode(code)
  if (!found) throw invalidFieldError('code', notASlipText)
  return found
}

/** Whether a typed or scanned code, in any of its forms, is for this delivery and still matches it. */
export async function isCurrentSlipCode(code: string, delivery: SlipFacts, services: Services): Promise<boolean> {
  const typed = code.trim()
  const { id, slip } = bare.test(typed)
    ? { id: delivery.id, slip: typed.toUpperCase() }
    : (readSlipCode(typed) ?? { id: '', slip: '' })
  return id !== '' && delivery.id.startsWith(id) && areCurrentSlipCharacters(slip, delivery, services)
}
