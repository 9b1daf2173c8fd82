import { environmentNames } from '../config.ts'
import { openAws } from './aws.ts'
import { changeSettings } from './change-settings.ts'
import { orRefuse } from './refusal.ts'

/** `npm run operate -- prod get` and `npm run operate -- prod set edgeSecrets e1,e2`. */
await orRefuse(() =>
  changeSettings(process.argv.slice(2), { openAws, say: console.log, environments: environmentNames }),
)
