import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Migration } from '#functions/migrations/migration.ts'

/** The attribute that the example removes. No item of the product has it. */
export const oldAttribute = 'former_pk'

const eventPartition = /^T#[\w-]{36}#EVENTS#/

/** A migration that removes an attribute from events. It is here for the tests of the runner, and as a model for the first real one. */
export const exampleMigration: Migration = {
  name: '2026-11-28-example',
  says: 'Events lose the key of an index that is gone',
  async change(table, { pk, sk, ...item }) {
    if (!eventPartition.test(pk) || !(oldAttribute in item)) return false
    await table.client
      .send(
        new UpdateCommand({
          TableName: await table.inUse.forWriting(),
          Key: { pk, sk },
          UpdateExpression: 'REMOVE #former',
          // The condition prevents an event from being written again if TTL has deleted it since the read.
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#former': oldAttribute },
        }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error
      })
    return true
  },
}
