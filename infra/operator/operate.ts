import { openAws } from './aws.ts'
import { openTableInRegion } from './open-table-in-region.ts'
import { runAndPrintRefusal } from './operator-refusal.ts'
import { resetAccountFactors } from './reset-account-factors.ts'
import { showOrChangeParameter } from './show-or-change-parameter.ts'

const args = process.argv.slice(2)
const say = console.log

/**
 * This file is a command, called as in `npm run operate -- prod get`, `npm run operate -- prod set EdgeRotation e1,e2` or `npm run
 * operate -- prod reset-factors a@b.example`.
 */
await runAndPrintRefusal(() =>
  args[1] === 'reset-factors'
    ? resetAccountFactors(args, { openAws, openTable: openTableInRegion, say, now: () => new Date() })
    : showOrChangeParameter(args, { openAws, say }),
)
