import type { EnvironmentConfig } from '../config.ts'
import { copyOf } from '../config.ts'
import { readSecondRegion, type SecondRegion, unknownSecondRegion } from '../second-region.ts'
import { SettingProblem, type Settings, withStored } from '../settings.ts'
import { type Aws, openAws } from './aws.ts'

/** What a deploy has to know of what runs already, so that it takes nothing back. */
interface PresentState {
  settings: Settings
  secondRegion: SecondRegion | undefined
}

/** Where an environment's settings lie in Parameter Store. */
export const settingsPath = (environment: string) => `/carelane/${environment}`

type Look = (region: string) => Pick<Aws, 'parameters' | 'stack'>

/**
 * The settings as operators left them, and the second region as it was deployed. Without credentials (CDK tells by a variable
 * whether there are any) nothing can be deployed, and the initial values do. Where they are there, what cannot be read stops the
 * synthesis: a deploy with other values would undo what somebody did. Throws `SettingProblem`.
 */
export async function presentState(
  environment: string,
  config: Pick<EnvironmentConfig, 'account' | 'region' | 'settings'>,
  copyRegion: string | undefined,
  { account, look = openAws }: { account: string | undefined; look?: Look } = {
    account: process.env.CDK_DEFAULT_ACCOUNT,
  },
): Promise<PresentState> {
  const isBlind = !account || account !== config.account
  if (isBlind)
    return { settings: config.settings, secondRegion: copyRegion ? unknownSecondRegion(copyRegion) : undefined }
  const [stored, copy] = await Promise.all([
    inWords(`the settings of ${environment}`, () => look(config.region).parameters(settingsPath(environment))),
    copyRegion &&
      inWords(`the stack of ${copyOf(environment)}`, () => look(copyRegion).stack(`carelane-${copyOf(environment)}`)),
  ])
  return {
    settings: withStored(config.settings, stored),
    secondRegion: copyRegion && copy ? readSecondRegion(copyRegion, copy.outputs) : undefined,
  }
}

async function inWords<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    throw new SettingProblem(
      `${what} could not be read (${name}: ${message}): a deploy without would take back what is there.`,
    )
  }
}
