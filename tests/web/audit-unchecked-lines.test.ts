import { expect } from 'vitest'
import * as proofs from '#shared/api/proofs.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { auditLines, lineDeliveryKey, recordsWithoutUnchecked } from '../../web/features/audit/unchecked-lines.ts'

async function delivered(...numbers: string[]) {
  app.clock.now = new Date(app.clock.now.getTime() + 1000)
  const rx_information = numbers.map((rx_number) => ({ rx_number }))
  return (await aDelivery(app, pharmacy, { status: 'delivered', rx_information })).id
}
const read = async (body: object): Promise<AuditRecord[]> =>
  (await app.call(proofs.readAuditRecords, { as: pharmacy.admin, body })).body
const today = () => utcDate(app.clock.now)
const keysOf = (...of: Parameters<typeof auditLines>) => auditLines(...of).map(({ key }) => key)
const numbersIn = (records: readonly AuditRecord[]) => records.map(({ rx_number }) => rx_number)

test('a day’s unchecked line stays out of the packet if another delivery is completed before the next read', async () => {
  await delivered('A-1', 'A-2')
  await delivered('B-1', 'B-1')
  const days = { from: today(), to: today() }
  const shown = await read(days)
  expect(numbersIn(shown)).toEqual(['B-1', 'B-1', 'A-1', 'A-2'])
  const [first = '', , third = ''] = keysOf(shown, 'days')
  await delivered('B-1')
  const again = await read(days)
  expect(numbersIn(again)).toEqual(['B-1', 'B-1', 'B-1', 'A-1', 'A-2'])
  const taken = recordsWithoutUnchecked(auditLines(again, 'days'), new Set([first, third]))
  expect(taken).toEqual([again[0], again[2], again[4]])
})

test('a letter’s unchecked line or delivery stays out if the number is on another delivery by then', async () => {
  const [one, two] = [await delivered('C-1', 'C-2'), await delivered('C-1')]
  const letter = { rx: [{ rx_number: 'C-1' }, { rx_number: 'C-2' }, { rx_number: 'C-3' }] }
  const [several = '', found = '', missing = ''] = keysOf(await read(letter), 'numbers')
  const three = await delivered('C-1', 'C-2', 'C-3')
  const unchecked = new Set([lineDeliveryKey(several, { id: two }), found, missing])
  const taken = recordsWithoutUnchecked(auditLines(await read(letter), 'numbers'), unchecked)
  expect(taken.map(({ deliveries }) => deliveries.map(({ id }) => id))).toEqual([[three, one]])
})
