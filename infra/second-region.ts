import { CfnParameter, type Stack } from 'aws-cdk-lib'

/** The second region of an environment, with the vault, bucket and key that its stack created for copies of backups and media. */
export interface SecondRegion {
  region: string
  vaultArn: string
  replicaName: string
  keyArn: string
}

/** Parameters of the environment's own stack, with the patterns of their values. */
const parameters = {
  CopyVault: { description: 'The vault in the second region', arn: 'backup', resource: 'backup-vault:.+' },
  CopyKey: { description: 'The key of the second region', arn: 'kms', resource: 'key/[0-9a-f-]{36}' },
  ReplicaBucket: {
    description: 'The bucket of the second region, by its name',
    arn: undefined,
    resource: '[a-z0-9.-]{3,63}',
  },
} as const

/**
 * Declares parameters for the second region's values. CloudFormation keeps them between deploys, so only the first deploy has to
 * supply them.
 */
export function declareSecondRegion(stack: Stack, region: string): SecondRegion {
  const value = (name: keyof typeof parameters) => {
    const { description, arn, resource } = parameters[name]
    const allowedPattern = arn ? `arn:aws:${arn}:${region}:\\d{12}:${resource}` : resource
    return new CfnParameter(stack, name, { description, allowedPattern }).valueAsString
  }
  return { region, vaultArn: value('CopyVault'), replicaName: value('ReplicaBucket'), keyArn: value('CopyKey') }
}

/** Returns the command-line options with which the environment's first deploy supplies these values. */
export const secondRegionCliOptions = ({ vaultArn, replicaName, keyArn }: Omit<SecondRegion, 'region'>) =>
  Object.entries({ CopyVault: vaultArn, CopyKey: keyArn, ReplicaBucket: replicaName } satisfies Record<
    keyof typeof parameters,
    string
  >)
    .map(([name, value]) => `--parameters ${name}=${value}`)
    .join(' ')
