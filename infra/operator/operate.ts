import { openAws } from './aws.ts'
import { openTableInRegion } from './open-table-in-region.ts'
import { runAndPrintRefusal } from './operator-refusal.ts'
import { resetAccountFactors } from './reset-account-factors.ts'
import { showKeptMails } from './show-kept-mails.ts'
import { showOrChangeParameter } from './show-or-change-parameter.ts'

const say = console.log

/** The commands apart from `get` and `set`, as in `npm run operate -- dev mails`. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  mails: (args) => showKeptMails(args, { openAws, say }),
  'reset-factors': (args) =>
    resetAccountFactors(args, { openAws, openTable: openTableInRegion, say, now: () => new Date() }),
}

const [, , ...args] = process.argv
const command = commands[args[1] ?? ''] ?? ((given) => showOrChangeParameter(given, { openAws, say }))

/** This file is a command, called as in `npm run operate -- prod get` or `npm run operate -- prod set EdgeRotation e1,e2`. */
await runAndPrintRefusal(() => command(args))
