import { writeFileSync } from 'node:fs'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { tableDesign } from '#functions/data/table-keys.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { createEveryEntity } from './every-entity.ts'

/**
 * `npm run freeze` runs this script. It stores one of everything that this release writes, in a file named after the day. Every later
 * release must be able to read it.
 */
const release = utcDate(new Date())
const app = await openTestApp()
const rest = await createEveryEntity(app)
const { SecretString } = await new SecretsManagerClient({}).send(
  new GetSecretValueCommand({ SecretId: process.env.SIGNING_SECRET_ID }),
)
// Items that count attempts for a limit are left out: they contain sets, which JSON does not have, and they expire within hours
// anyway.
const items = (await tableDump(app))
  .split('\n')
  .filter((line) => !line.startsWith('{"pk":"LIMIT#'))
  .toSorted()
const first = JSON.stringify({ ...rest, signing_secret: SecretString, indexes: tableDesign.indexes })
writeFileSync(new URL(`${release}.jsonl`, import.meta.url), `${[first, ...items].join('\n')}\n`)
console.log(`tests/frozen/${release}.jsonl: ${items.length} items`)
await app.close()
