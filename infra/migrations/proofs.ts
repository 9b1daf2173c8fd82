import { put } from '#functions/data/writes.ts'
import { chainOf } from '#functions/deliveries/chain.ts'
import { deliveredWrite } from '#functions/deliveries/record-writes.ts'
import type { Migration } from './migration.ts'
import { rewriteDelivery } from './rewrite-delivery.ts'

/**
 * Gives the history of older deliveries its chain of hashes, and leads to what was delivered by its day. Whoever changes such a
 * delivery meanwhile finds the same hashes.
 */
export const proofs: Migration = {
  name: '2026-11-22-proofs',
  says: 'Histories get their chain of hashes, and delivered deliveries are found by their day',
  change: (table, item) =>
    rewriteDelivery(table, item, async ({ keys, delivery, rewritten }) => {
      const { id: delivery_id, completed_at, deleted_at } = delivery
      const [tenant, history] = await Promise.all([
        table.get(keys.tenant),
        table.queryAll(keys.history(delivery_id), { consistent: true }),
      ])
      const chain = chainOf(history)
      const links = chain
        .map((link, number) => put(keys.historyItem(delivery_id, number), link))
        .filter((_, number) => history[number]?.hash === undefined)
      // A delivered delivery is not written any more: one that was there before the release has no entry. It comes first: an item
      // without a hash is what tells the next run that there is something left to do.
      if (tenant && completed_at && !deleted_at && links.length > 0)
        await table.write(deliveredWrite(keys, tenant.time_zone, { delivery_id, completed_at }))
      // The newest first: behind an item with its hash there is never one without.
      for (const link of links.toReversed()) await table.write(link)
      const chain_head = chain.at(-1)?.hash
      if (chain_head === undefined || chain_head === delivery.chain_head) return links.length > 0
      await table.write(rewritten({ ...delivery, chain_head }))
      return true
    }),
}
