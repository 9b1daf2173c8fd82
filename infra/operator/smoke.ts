import { openAws } from './aws.ts'
import { findDeployedSmokeTarget } from './deployed-product.ts'
import { localSmokeTarget } from './local-product.ts'
import { OperatorRefusal, runAndPrintRefusal } from './operator-refusal.ts'
import { runSmoke } from './run-smoke.ts'

/**
 * This file is a command, called as in `npm run smoke -- prod`, or with `local` for a running `npm start`. The exit code is 1 if a
 * check fails.
 */
await runAndPrintRefusal(async () => {
  const [name = ''] = process.argv.slice(2)
  const product = name === 'local' ? localSmokeTarget(process.env) : await findDeployedSmokeTarget(name, openAws)
  const broken = await runSmoke(product, console.log)
  if (broken.length > 0) throw new OperatorRefusal(`${name} is broken: ${broken.join(', ')}`)
})
