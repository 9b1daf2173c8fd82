import { openAws } from './aws.ts'
import { changeOrganisation } from './change-organisation.ts'
import { openEnvironment } from './open-environment.ts'
import { openTableInRegion } from './open-table-in-region.ts'
import { operateLocalProduct } from './operate-local-product.ts'
import { runAndPrintRefusal } from './operator-refusal.ts'
import { resetAccountFactors } from './reset-account-factors.ts'
import { showOrChangeParameter } from './show-or-change-parameter.ts'
import { showUnsentMails } from './show-unsent-mails.ts'
import { findTableInUse } from './table-in-use.ts'

const say = console.log

async function changeOrganisationOf([name = '', ...words]: readonly string[]): Promise<void> {
  if (name === 'local') return operateLocalProduct(words, { environment: process.env, say })
  const { config, aws, stack } = await openEnvironment(name, openAws)
  const { name: tableName } = await findTableInUse(name, stack, aws)
  const table = openTableInRegion(config.region, tableName)
  await changeOrganisation(words, { table, say, now: () => new Date() })
}

/** The commands apart from `get` and `set`, as in `npm run operate -- dev mails`. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  mails: (args) => showUnsentMails(args, { openAws, say }),
  verify: changeOrganisationOf,
  limit: changeOrganisationOf,
  'reset-factors': (args) =>
    resetAccountFactors(args, { openAws, openTable: openTableInRegion, say, now: () => new Date() }),
}

const [, , ...args] = process.argv
const command = commands[args[1] ?? ''] ?? ((given) => showOrChangeParameter(given, { openAws, say }))

/** This file is a command, called as in `npm run operate -- prod get` or `npm run operate -- prod set EdgeRotation e1,e2`. */
await runAndPrintRefusal(() => command(args))
