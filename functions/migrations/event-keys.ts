import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { tableDesign } from '#functions/data/table-keys.ts'
import type { Migration } from './migration.ts'

const partition = /^T#[\w-]{36}#EVENTS#/

const inUse = new Set<string>(tableDesign.indexes.map((index) => index.partition))

/**
 * Removes from events the keys of indexes that no longer exist. Run this only after the old indexes are gone. While they exist, the
 * release that reads them could no longer find an event whose keys have been removed.
 */
export const formerEventKeysMigration: Migration = {
  name: '2026-11-25-event-keys',
  says: 'Events lose the keys of indexes that are gone',
  async change(table, { pk, sk, ...item }) {
    const left = Object.keys(item).filter((name) => /^event_\w*pk$/.test(name) && !inUse.has(name))
    if (!partition.test(pk) || left.length === 0) return false
    await table.client
      .send(
        new UpdateCommand({
          TableName: table.name,
          Key: { pk, sk },
          UpdateExpression: `REMOVE ${left.map((_, i) => `#k${i}`).join(', ')}`,
          // The condition prevents an event from being written again if TTL has deleted it since the read.
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: Object.fromEntries(left.map((name, i) => [`#k${i}`, name])),
        }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error
      })
    return true
  },
}
