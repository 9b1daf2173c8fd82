import { openAws } from './aws.ts'
import { migrateEnvironment } from './migrate-environment.ts'
import { orRefuse } from './refusal.ts'

/** `npm run migrate -- prod`. */
await orRefuse(() => migrateEnvironment(process.argv.slice(2), { openAws, say: console.log }))
