import { writeFileSync } from 'node:fs'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { tableDesign } from '#functions/data/table-keys.ts'
import { openApiDocument } from '#infra/openapi/document.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { createEveryEntity } from './every-entity.ts'

/**
 * `npm run freeze` runs this script. In files named after the day, it stores one of everything that this release writes, and its
 * OpenAPI document. Every later release must be able to read the items and keep to the document.
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

/** Leaves out the prose and the examples of the document, which no program depends on. */
const withoutProse = (key: string, value: unknown) =>
  /^(description|summary|title|examples?)$/.test(key) && (typeof value === 'string' || Array.isArray(value))
    ? undefined
    : value
const { paths, components } = openApiDocument()
/** Prints an object with each of its entries on a line of its own. */
const print = (entries: object) =>
  `{\n${Object.entries(entries)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value, withoutProse)}`)
    .join(',\n')}}`
const { schemas, parameters } = components
writeFileSync(
  new URL(`${release}.api.json`, import.meta.url),
  `{"paths":${print(paths)},\n"components":{"schemas":${print(schemas)},\n"parameters":${print(parameters)}}}\n`,
)
