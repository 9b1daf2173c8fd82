import type { KeyObject } from 'node:crypto'
import { createHmac } from 'node:crypto'
import { isId } from '#shared/model/fields.ts'
import { notASlip } from '#shared/model/run.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { invalidField } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { deriveKey } from '../security/signing-keys.ts'

/** Has neither 0 nor 1, because people read them as letters. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789'
const slipLength = 10
/** How many characters of the delivery's id the printed code shows. */
const startLength = 8

/** The facts that a slip shows. A slip is out of date as soon as one of them changes. */
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

/** The ten characters that a slip printed now would have. */
export const slipOf = async (delivery: SlipFacts, { keys }: Services): Promise<string> =>
  slipBy((await keys.current()).key, delivery)

/** Whether a slip's characters match the delivery as it is now. Slips printed before they had such characters are accepted. */
export async function isCurrent(slip: string | undefined, delivery: SlipFacts, { keys }: Services): Promise<boolean> {
  if (slip === undefined) return true
  return (await keys.all()).some((key) => slipBy(key, delivery) === slip)
}

/** The code on a slip that can be typed, for example `1a2b3c4d-ABCDEFGH23`. */
export const printedCode = (id: string, slip: string) => `${id.slice(0, startLength)}-${slip}`

/** The contents of a slip's QR address or of its printed code. */
export interface SlipCode {
  /** The delivery's id, or only its first characters. */
  id: string
  slip: string | undefined
}

const address = /\/pharmacy\/delivery\/([\w-]+)\/?(?:\?([^#]*))?$/
const printed = new RegExp(`^([0-9a-f]{${startLength}})[-\\s]?([a-z2-9]{${slipLength}})$`, 'i')
const bare = new RegExp(`^[a-z2-9]{${slipLength}}$`, 'i')

/** Reads a code; throws a 422 if no slip can have it. */
export function readCode(code: string): SlipCode {
  const found = codeOf(code.trim())
  if (!found) throw invalidField('code', notASlip)
  return found
}

function codeOf(code: string): SlipCode | undefined {
  const [, start, typed] = printed.exec(code) ?? []
  if (start && typed) return { id: start.toLowerCase(), slip: typed.toUpperCase() }
  const [, named = '', query] = address.exec(code) ?? []
  const id = named.toLowerCase()
  if (!isId(id)) return undefined
  return { id, slip: new URLSearchParams(query).get('slip')?.toUpperCase() }
}

/** Whether a code, typed or scanned in any of its forms, matches the delivery as it is now. */
export async function isCurrentCode(code: string, delivery: SlipFacts, services: Services): Promise<boolean> {
  const typed = code.trim()
  const { id, slip } = bare.test(typed)
    ? { id: delivery.id, slip: typed.toUpperCase() }
    : (codeOf(typed) ?? { id: '', slip: '' })
  return id !== '' && delivery.id.startsWith(id) && isCurrent(slip, delivery, services)
}
