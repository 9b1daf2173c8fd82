import * as counter from '#shared/api/counter.ts'
import { slipStart } from '#shared/rules/slip-codes.ts'
import { type BenchApp, invoke } from './bench-app.ts'
import type { Case } from './compare-sizes.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { rxNumberOf } from './many-deliveries.ts'

/** Every way to find something in the top bar. What it finds is the same at every size. */
export function searchCases({ handler }: Pick<BenchApp, 'handler'>): Case[] {
  const search = (name: string, queryOf: (tenant: BenchTenant, i: number) => string): Case => ({
    name: `search: ${name}`,
    open: (tenant) => async (round) => {
      const query = { q: queryOf(tenant, (round * 7) % 500) }
      const { rows: found } = await invoke(handler, counter.search, { token: tenant.token, query })
      return { rows: [...found.patients, ...found.deliveries] }
    },
  })
  return [
    search('a prescription', (_, i) => rxNumberOf(i)),
    search('the start of many prescriptions', () => rxNumberOf(0).slice(0, 5)),
    search('the start of a delivery’s id', ({ deliveryId }, i) => slipStart(deliveryId(i))),
    search('a word of many patients', () => 'ab'),
    search('first and last name', () => 'bert abb'),
    search('what nobody is called', () => 'xylophone'),
  ]
}
