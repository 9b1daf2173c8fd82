/** `npm run migrate -- dev` in a process of its own, to be killed: the table is the argument, and AWS is asked nothing else. */
import { openTable } from '#functions/data/open-table.ts'
import { findEnvironment } from '#infra/config.ts'
import { migrateEnvironment } from '#infra/operator/migrate-environment.ts'

const [TableName = ''] = process.argv.slice(2)
const account = '111122223333'
await migrateEnvironment(
  ['dev'],
  {
    openAws: () => ({
      account: async () => account,
      stack: async () => ({ status: 'UPDATE_COMPLETE', outputs: { TableName } }),
    }),
    openTable: (_region, name) => openTable(name),
    now: () => new Date(),
    say: console.log,
  },
  (name) => {
    const found = findEnvironment(name)
    return found && { ...found, account }
  },
)
