import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type DynamoDB, DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ForkedSimulator, forkSimulator } from './forked-simulator.ts'
import { anyWrite, expectNoHalfOrLostWrite, type Write } from './ledger.ts'
import { dynamodbClient, makeTable } from './table.ts'

const kills = 20
const writers = 8
const table = 'ledger'
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dynamodb-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('after a kill, every write is complete or absent, and every acknowledged write is complete', {
  timeout: 120_000,
}, async () => {
  const acknowledged = new Set<string>()
  let unanswered: Write[] = []
  for (let round = 0; round <= kills; round++) {
    const simulator = await forkSimulator(dataDir)
    const db = dynamodbClient(simulator.endpoint)
    if (round === 0) await makeTable(db, table)
    await expectNoHalfOrLostWrite(db, table, acknowledged)
    for (const write of unanswered) await acknowledge(write, db, acknowledged)
    unanswered = await writeUntilKilled(simulator, db, acknowledged)
    db.destroy()
  }
  expect(acknowledged.size).toBeGreaterThan(kills)
})

/**
 * Writes until the simulator is killed. Returns the writes that were in progress at the kill and whose outcome is therefore
 * unknown.
 */
async function writeUntilKilled(simulator: ForkedSimulator, db: DynamoDB, acknowledged: Set<string>): Promise<Write[]> {
  const writing = Array.from({ length: writers }, async () => {
    for (;;) {
      const write = anyWrite(table)
      try {
        await acknowledge(write, db, acknowledged)
      } catch (error) {
        if (error instanceof DynamoDBServiceException) throw error
        return write
      }
    }
  })
  // Wait for a random time, so that the kill does not depend on anything that happens in the process.
  await setTimeout(randomInt(60))
  await simulator.kill()
  return Promise.all(writing)
}

async function acknowledge(write: Write, db: DynamoDB, acknowledged: Set<string>): Promise<void> {
  await write.send(db)
  for (const id of write.makes) acknowledged.add(id)
}
