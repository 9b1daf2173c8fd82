import * as z from 'zod/mini'
import { findEnvironment } from '../config.ts'
import type { OperatorAws } from './aws.ts'
import { openEnvironment } from './open-environment.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import type { SmokeTarget } from './smoke-checks.ts'

type OpenAws = (region: string) => Pick<OperatorAws, 'account' | 'stack' | 'secret' | 'subscription'>

const credentials = z.object({ email: z.string(), password: z.string() })

/**
 * Returns what the smoke test needs to know about a deployed environment: its addresses are outputs of its stack, and the
 * credentials are those of its canary organisation. Throws `OperatorRefusal` if the environment is unknown or not deployed, if the
 * operator's own credentials are another account's, or if there is no canary organisation yet.
 */
export async function findDeployedSmokeTarget(
  name: string,
  openAws: OpenAws,
  find = findEnvironment,
): Promise<SmokeTarget> {
  const { aws, stack } = await openEnvironment(name, openAws, find)
  const { AppOrigin: origin, GatewayHost, CanarySecret, MorningTopic = '', NightTopic = '' } = stack.outputs
  if (!origin || !GatewayHost || !CanarySecret)
    throw new OperatorRefusal(`${name} is not deployed.`, [`npm run preflight -- ${name}`])
  const canary = credentials.parse(JSON.parse(await aws.secret(CanarySecret)))
  if (!canary.email)
    throw new OperatorRefusal(`${name} has no canary organization yet.`, ['See infra/README.md for how to sign it up.'])
  return {
    origin,
    credentials: canary,
    gateway: `https://${GatewayHost}`,
    subscriptions: () => Promise.all([MorningTopic, NightTopic].map((topic) => aws.subscription(topic))),
  }
}
