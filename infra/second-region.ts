import { CfnParameter, type Stack } from 'aws-cdk-lib'

/** Where an environment copies its backups and media to, and with which key: what the stack of the second region made. */
export interface SecondRegion {
  region: string
  vaultArn: string
  replicaName: string
  keyArn: string
}

/** Parameters of the environment's own stack, by their names, and what their values look like. */
const parameters = {
  CopyVault: { description: 'The vault in the second region', arn: 'backup', resource: 'backup-vault:.+' },
  CopyKey: { description: 'The key of the second region', arn: 'kms', resource: 'key/[0-9a-f-]{36}' },
  ReplicaBucket: {
    description: 'The bucket of the second region, by its name',
    arn: undefined,
    resource: '[a-z0-9.-]{3,63}',
  },
} as const

/** CloudFormation keeps the values from one deploy to the next, so that no later deploy needs the second region. */
export function secondRegionOf(stack: Stack, region: string): SecondRegion {
  const value = (name: keyof typeof parameters) => {
    const { description, arn, resource } = parameters[name]
    const allowedPattern = arn ? `arn:aws:${arn}:${region}:\\d{12}:${resource}` : resource
    return new CfnParameter(stack, name, { description, allowedPattern }).valueAsString
  }
  return { region, vaultArn: value('CopyVault'), replicaName: value('ReplicaBucket'), keyArn: value('CopyKey') }
}

/** How the first deploy of the environment is told: what follows its command. */
export const asOptions = ({ vaultArn, replicaName, keyArn }: Omit<SecondRegion, 'region'>) =>
  Object.entries({ CopyVault: vaultArn, CopyKey: keyArn, ReplicaBucket: replicaName } satisfies Record<
    keyof typeof parameters,
    string
  >)
    .map(([name, value]) => `--parameters ${name}=${value}`)
    .join(' ')
