import { type EnvironmentConfig, environmentNames, findEnvironment } from './config.ts'

/**
 * The values that `cdk deploy -c env=dev` accepts as options, such as `-c sender=me@pharmacy.com`. Without `sender`, no mail is sent.
 * Environments that retain their data accept none of them, because their values stand in `config.ts`.
 */
export const deployOptionNames = ['sender', 'alarmAddress', 'supportAddress', 'googleClientId'] as const

type DeployOptions = Partial<Record<(typeof deployOptionNames)[number], string>>

/** Returns the configuration with the options that were given for it. */
export function withDeployOptions(config: EnvironmentConfig, options: DeployOptions): EnvironmentConfig {
  const { sender, ...others } = options
  return { ...config, ...others, ...(sender && { mail: { sender, identity: sender } }) }
}

/** Returns a sentence for each option that this environment does not accept, or whose value is not an address. */
export function unusableOptionTexts(
  name: string,
  { retainsData }: EnvironmentConfig,
  options: DeployOptions,
): string[] {
  return Object.entries(options).flatMap(([option, value]) => {
    if (retainsData) return [`-c ${option} is for dev. Set the value for ${name} in infra/config.ts.`]
    if (option !== 'googleClientId' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value))
      return [`-c ${option}=${value} is not an email address.`]
    return []
  })
}

/**
 * Returns the name of the environment to which an account is pinned. An environment without an account of its own must not be
 * deployed to such an account, because a developer who deploys one of them could then deploy the other.
 */
export const environmentOfAccount = (account: string, find = findEnvironment): string | undefined =>
  environmentNames.find((name) => find(name)?.account === account)
