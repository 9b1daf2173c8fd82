import type { EnvironmentConfig } from '../config.ts'
import { SettingProblem, type Settings, withStored } from '../settings.ts'
import { type Aws, openAws } from './aws.ts'

/** Where an environment's settings lie in Parameter Store. */
export const settingsPath = (environment: string) => `/carelane/${environment}`

type Look = (region: string) => Pick<Aws, 'parameters'>

/**
 * The settings as operators left them. Without credentials (CDK tells by a variable whether there are any) nothing can be deployed, and
 * the initial values do. Where they are there, settings that cannot be read stop the synthesis: a deploy with other values would undo
 * what somebody did. Throws `SettingProblem`.
 */
export async function presentSettings(
  environment: string,
  config: Pick<EnvironmentConfig, 'account' | 'region' | 'settings'>,
  { account, look = openAws }: { account: string | undefined; look?: Look } = {
    account: process.env.CDK_DEFAULT_ACCOUNT,
  },
): Promise<Settings> {
  if (!account || account !== config.account) return config.settings
  try {
    return withStored(config.settings, await look(config.region).parameters(settingsPath(environment)))
  } catch (error) {
    if (error instanceof SettingProblem) throw error
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    throw new SettingProblem(
      `the settings of ${environment} could not be read (${name}: ${message}): a deploy without would take back what is there.`,
    )
  }
}
