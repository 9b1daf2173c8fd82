import type { Table } from '#functions/data/table.ts'
import { migrations } from '#functions/migrations/migrations.ts'
import { type MigrationReport, runMigration } from '#functions/migrations/run-migration.ts'
import { environmentNames, findEnvironment } from '../config.ts'
import type { Aws } from './aws.ts'
import { Refusal } from './refusal.ts'
import { refuseOtherAccount } from './refuse-other-account.ts'

interface Hands {
  openAws: (region: string) => Pick<Aws, 'account' | 'stack'>
  /** Opens a table of that region by its name. */
  openTable: (region: string, name: string) => Table
  now: () => Date
  say: (sentence: string) => void
}

/**
 * Carries out what the table that an environment's functions use has not had yet, while they use it: the stack's own, or the one that
 * was restored beside it. Throws `Refusal`.
 */
export async function migrateEnvironment(
  args: readonly string[],
  { openAws, openTable, now, say }: Hands,
  find = findEnvironment,
): Promise<void> {
  const [name = '', ...more] = args
  const config = find(name)
  if (!config || more.length > 0)
    throw new Refusal('npm run migrate -- {environment}', [`Choose one: ${environmentNames.join(', ')}`])
  const aws = openAws(config.region)
  await refuseOtherAccount(name, config, aws)
  const { TableName } = (await aws.stack(`carelane-${name}`))?.outputs ?? {}
  if (!TableName) throw new Refusal(`${name} is not deployed.`)
  const table = openTable(config.region, TableName)
  say(`The table is ${TableName}.`)
  for (const migration of migrations) {
    say(`${migration.name}: ${migration.says}.`)
    const told = await runMigration(migration, { table, now, tell: sayEachSecond(now, say) })
    say(`  done: ${progressOf(told)}`)
  }
}

/** Says how far it got, once a second. */
function sayEachSecond(now: () => Date, say: Hands['say']) {
  let saidAt = now().getTime()
  return (report: MigrationReport) => {
    if (now().getTime() - saidAt < 1000) return
    saidAt = now().getTime()
    say(`  ${progressOf(report)}, ${report.done} of ${report.segments} parts done`)
  }
}

function progressOf({ seen, changed }: MigrationReport) {
  return `${seen.toLocaleString('en-US')} items looked at, ${changed.toLocaleString('en-US')} changed`
}
