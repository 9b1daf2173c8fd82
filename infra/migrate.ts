import { ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { openTable } from '#functions/data/open-table.ts'
import { environmentNames, findEnvironment } from './config.ts'
import { migrations } from './migrations/migrations.ts'
import { runMigration, type Told } from './migrations/run-migration.ts'

/** `npm run migrate -- prod`: carries out what the environment's table has not had yet, while it is in use. */
const [environment = '', option, named] = process.argv.slice(2)
const config = findEnvironment(environment)
if (!config) refuse([`Which environment? Choose one of ${environmentNames.join(', ')}.`])
if (option !== undefined && (option !== '--table' || !named))
  refuse(['npm run migrate -- <environment> [--table <name>]'])
process.env.AWS_REGION ??= config.region

const table = openTable(named ?? (await findTable()))
for (const migration of migrations) {
  console.log(`${migration.name}: ${migration.says}.`)
  const told = await runMigration(migration, { table, now: () => new Date(), tell: sayNow() })
  console.log(`  done: ${progressOf(told)}`)
}

/** The environment's own table; a restored one beside it has to be named. */
async function findTable(): Promise<string> {
  const { client } = openTable('')
  const { TableNames = [] } = await client.send(
    new ListTablesCommand({ ExclusiveStartTableName: `carelane-${environment}-` }),
  )
  const tables = TableNames.filter((name) => name.startsWith(`carelane-${environment}-`))
  const [only] = tables
  if (!only) refuse([`There is no table of ${environment} in this account and region.`])
  if (tables.length > 1) refuse([`${environment} has several tables. Choose one by --table:`, ...tables])
  return only
}

/** Says how far it got, once a second. */
function sayNow() {
  let saidAt = Date.now()
  return (told: Told) => {
    if (Date.now() - saidAt < 1000) return
    saidAt = Date.now()
    console.log(`  ${progressOf(told)}, ${told.done} of ${told.segments} parts done`)
  }
}

function progressOf({ seen, changed }: Told) {
  return `${seen.toLocaleString('en-US')} items looked at, ${changed.toLocaleString('en-US')} changed`
}

function refuse(sentences: readonly string[]): never {
  console.error(sentences.join('\n  '))
  process.exit(1)
}
