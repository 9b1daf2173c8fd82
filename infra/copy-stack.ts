import { CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { EnvironmentConfig } from './config.ts'
import { AccessLogs } from './constructs/access-logs.ts'
import { EncryptionKey } from './constructs/encryption-key.ts'
import { KeyDeletionForward } from './constructs/key-deletion-forward.ts'
import { LockedBucket } from './constructs/locked-bucket.ts'
import { LockedVault } from './constructs/locked-vault.ts'
import { permissionsBoundaryProps } from './permissions-boundary.ts'
import { secondRegionCliOptions } from './second-region.ts'

interface Props {
  /** The name of the stack's environment, for example `prod-copy`. */
  environment: string
  region: string
  /** The configuration of the environment that is copied. */
  config: EnvironmentConfig
  isProtected: boolean
}

/** How long the copy of a signature or photo is locked against deletion. The lock holds whatever happens in the first region. */
const locked = Duration.days(366)

/**
 * The second region of an environment: a vault for its backups and a bucket for its media, both locked against deletion if
 * `isProtected` is true.
 */
export class CopyStack extends Stack {
  constructor(scope: Construct, { environment, region, config, isProtected }: Props) {
    const { account, recovery, logRetention } = config
    if (!recovery) throw new Error(`${environment} has no recovery settings`)
    super(scope, `carelane-${environment}`, {
      env: { region, ...(account && { account }) },
      ...permissionsBoundaryProps(config),
      description: `Carelane, ${environment}`,
      tags: { product: 'carelane', environment },
      terminationProtection: isProtected,
    })
    const { key } = new EncryptionKey(this, 'Encryption', {
      alias: `carelane-${environment}`,
      description: 'Copies of backups, signatures and photos',
      retainsData: true,
    })
    new KeyDeletionForward(this, 'KeyDeletion', { keyArn: key.keyArn, region: config.region })
    const { vault } = new LockedVault(this, 'Vault', { environment, key, recovery, isProtected })
    const { target: accessLogs } = new AccessLogs(this, 'AccessLogs', { retention: logRetention, retainsData: true })
    const replica = new LockedBucket(this, 'Replica', {
      key,
      locked,
      isProtected,
      accessLogs,
      prefix: 'replica/',
      expires: false,
    })
    const { backupVaultArn: vaultArn } = vault
    new CfnOutput(this, 'ParametersOfTheFirst', {
      value: secondRegionCliOptions({ vaultArn, replicaName: replica.bucketName, keyArn: key.keyArn }),
      description: 'Options to append to the first deploy command of the environment copied here',
    })
  }
}
