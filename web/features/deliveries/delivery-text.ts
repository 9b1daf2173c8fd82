import { languages } from '#shared/model/delivery-form.ts'
import type { DeliveryRow, PlaceOnRun } from '#shared/model/delivery-row.ts'
import { formatDollars, toCents, toDollars } from '#shared/rules/money.ts'
import { formatTime } from '../../lib/browser/format.ts'
import { timeRangeLabel } from '../../lib/session/shown-time-ranges.ts'

type Address = Pick<DeliveryRow, 'delivery_address' | 'apt_suite_building' | 'city' | 'state' | 'zip_code'>

const present = (parts: readonly string[], separator: string) => parts.filter(Boolean).join(separator)

export const cityLine = ({ city, state, zip_code }: Omit<Address, 'delivery_address' | 'apt_suite_building'>) =>
  present([city, present([state, zip_code], ' ')], ', ')

export const streetLine = ({ delivery_address, apt_suite_building }: Address) =>
  present([delivery_address, apt_suite_building], ', ')

/** Returns the phone number, or 'No phone' if it is empty. */
export const phoneLine = (phone: string) => phone || 'No phone'

/** Returns a link that searches a map for the address. Apartment and suite are left out, because they would mislead the search. */
export const mapsSearchUrl = (address: Address) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(
    present([address.delivery_address, cityLine(address)], ', '),
  )}`

/** Returns a link that opens directions to the address. */
export const directionsUrl = (address: Address) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(
    present([address.delivery_address, cityLine(address)], ', '),
  )}`

/**
 * Returns the label of the delivery's time range or, if it has none, the time of day in its date. If the date has no time either,
 * the text is 'N/A'.
 */
export const deliveryTimeText = ({ time_range, delivery_date }: Pick<DeliveryRow, 'time_range' | 'delivery_date'>) =>
  time_range ? timeRangeLabel(time_range) : formatTime(delivery_date.includes('T') ? delivery_date : '')

export const languageLabel = (language: string) => languages.find(({ value }) => value === language)?.label ?? language

/** Returns the sum of a delivery's copay and price, formatted as dollars. */
export const totalAmountText = ({ total_copay, total_price }: Pick<DeliveryRow, 'total_copay' | 'total_price'>) =>
  formatDollars(toDollars(toCents(total_copay) + toCents(total_price)))

interface Pharmacist {
  id: string
  full_name: string
  email: string
}

/** Returns the full name, or else the part of the e-mail address before the `@`, or else 'Pharmacist {id}'. */
export const pharmacistName = ({ id, full_name, email }: Pharmacist) =>
  full_name.trim() || email.split('@')[0] || `Pharmacist ${id}`

/**
 * Returns a driver as a dropdown option. `name` is the name that a delivery has stored for the driver. If there is none, the label
 * is 'Pharmacist {id}'.
 */
export const driverOption = (id: string, name: string | null | undefined) => ({
  value: id,
  label: name ?? pharmacistName({ id, full_name: '', email: '' }),
})

/** Returns the text for the amount, in dollars, that the driver has to collect. */
export const toCollectText = (dollars: number) => `${formatDollars(dollars)} to collect`

/** Says where a package on its way is in the run: `Stop 5, 2 stops before it`, or `Next stop` if the stops have no numbers. */
export function placeOnRunText({ stop, stops_before }: PlaceOnRun) {
  const before = stopsBeforeText(stops_before)
  return stop === null ? `${before.charAt(0).toUpperCase()}${before.slice(1)}` : `Stop ${stop}, ${before}`
}

const stopsBeforeText = (count: number) =>
  count === 0 ? 'next stop' : `${count} ${count === 1 ? 'stop' : 'stops'} before it`

/** Shortens a list of names: `Ada Kane`, or `Ada Kane and 2 more`. */
export const namesInShort = ([first = '', ...others]: readonly string[]) =>
  others.length > 0 ? `${first} and ${others.length} more` : first
