import * as z from 'zod/mini'
import { environmentNames, findEnvironment } from '../config.ts'
import { openAws } from './aws.ts'
import { localProduct } from './local-product.ts'
import { orRefuse, Refusal } from './refusal.ts'
import { runSmoke } from './run-smoke.ts'
import type { Product } from './smoke-checks.ts'

const credentials = z.object({ email: z.string(), password: z.string() })

/** `npm run smoke -- prod`, or `local` for a running `npm start`: ends with 1 when something is broken. */
await orRefuse(async () => {
  const [name = ''] = process.argv.slice(2)
  const product = name === 'local' ? localProduct(process.env) : await deployedProduct(name)
  const broken = await runSmoke(product, console.log)
  if (broken.length > 0) throw new Refusal(`${name} is broken: ${broken.join(', ')}`)
})

async function deployedProduct(name: string): Promise<Product> {
  const config = findEnvironment(name)
  if (!config)
    throw new Refusal(`There is no environment "${name}".`, [`Choose one: local, ${environmentNames.join(', ')}`])
  const aws = openAws(config.region)
  const outputs = (await aws.stack(`carelane-${name}`))?.outputs
  const { AppOrigin: origin, GatewayHost, CanarySecret, AlarmTopic = '', KeyDeletionTopic = '' } = outputs ?? {}
  if (!origin || !CanarySecret) throw new Refusal(`${name} is not deployed.`)
  const canary = credentials.parse(JSON.parse(await aws.secret(CanarySecret)))
  if (!canary.email)
    throw new Refusal(`${name} has no canary organisation yet.`, ['infra/README.md says how it is signed up.'])
  return {
    origin,
    credentials: canary,
    gateway: `https://${GatewayHost}`,
    subscriptions: () => Promise.all([AlarmTopic, KeyDeletionTopic].map((topic) => aws.subscription(topic))),
  }
}
