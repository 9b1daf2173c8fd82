import * as counter from '#shared/api/counter.ts'
import { idStartOf } from '#shared/rules/slip-codes.ts'
import { type BenchApp, invoke } from './bench-app.ts'
import type { BenchCase } from './compare-tenant-sizes.ts'
import { type BenchTenant, driverIndex, staffSize } from './grown-tenants.ts'
import { rxNumberOf } from './large-tenant-data.ts'

/**
 * Returns the kinds of search in the top bar. Each finds the same number of things at every size of the tenant, but a search by
 * first and last name finds fewer in a tenant of 1,000.
 */
export function searchCases({ handler }: Pick<BenchApp, 'handler'>): BenchCase[] {
  const searchAs =
    (who: string, tokenOf: (tenant: BenchTenant) => string) =>
    (name: string, queryOf: (tenant: BenchTenant, i: number) => string): BenchCase => ({
      name: `${who}: ${name}`,
      open: (tenant) => async (round) => {
        const query = { q: queryOf(tenant, (round * 7) % 500) }
        const { rows: found } = await invoke(handler, counter.search, { token: tokenOf(tenant), query })
        return { rows: [...found.patients, ...found.deliveries] }
      },
    })
  const search = searchAs('search', ({ token }) => token)
  const own = searchAs('search among one’s own', ({ driverToken }) => driverToken)
  return [
    search('a prescription', (_, i) => rxNumberOf(i)),
    search('the start of many prescriptions', () => rxNumberOf(0).slice(0, 5)),
    search('the start of a delivery’s id', ({ deliveryId }, i) => idStartOf(deliveryId(i))),
    search('a word of many patients', () => 'ab'),
    search('first and last name', () => 'bert abb'),
    search('what nobody is called', () => 'xylophone'),
    own('a prescription', (_, i) => rxNumberOf(ownDelivery(i))),
    own('the start of many prescriptions', () => rxNumberOf(0).slice(0, 5)),
    own('the start of a delivery’s id', ({ deliveryId }, i) => idStartOf(deliveryId(ownDelivery(i)))),
    own('a word of many patients', () => 'ab'),
    own('first and last name', () => 'cora abb'),
    own('somebody else’s prescription', (_, i) => rxNumberOf(ownDelivery(i) + 1)),
  ]
}

/** Returns the number of one of the driver's first 40 deliveries. */
const ownDelivery = (i: number) => (i % 40) * staffSize + driverIndex
