import { migrations } from '#functions/migrations/migrations.ts'
import { openAws } from './aws.ts'
import { migrateEnvironment } from './migrate-environment.ts'
import { runAndPrintRefusal } from './operator-refusal.ts'

/** This file is a command, called as in `npm run migrate -- prod`. */
await runAndPrintRefusal(() => migrateEnvironment(process.argv.slice(2), { openAws, say: console.log, migrations }))
