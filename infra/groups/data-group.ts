import { Duration, Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { EnvironmentConfig } from '../config.ts'
import { AccountEvents } from '../constructs/account-events.ts'
import { AuditTrail } from '../constructs/audit-trail.ts'
import { CanarySecret } from '../constructs/canary-secret.ts'
import { DataTable } from '../constructs/data-table.ts'
import { EdgeSecrets } from '../constructs/edge-secrets.ts'
import { EventCopyBucket } from '../constructs/event-copy-bucket.ts'
import { MediaBucket } from '../constructs/media-bucket.ts'
import { replicationRuleId } from '../constructs/media-replication.ts'
import { SealKeys } from '../constructs/seal-keys.ts'
import { SharedResources } from '../constructs/shared-resources.ts'
import { SigningSecret } from '../constructs/signing-secret.ts'
import { TableBackups } from '../constructs/table-backups.ts'
import type { OperatorParameters } from '../operator-parameters.ts'
import type { SecondRegion } from '../second-region.ts'

interface Props {
  environment: string
  config: EnvironmentConfig
  parameters: OperatorParameters
  isProtected: boolean
  /** Undefined if the environment has no second region. */
  secondRegion: SecondRegion | undefined
}

/**
 * Resources that hold data and are never replaced: keys, table, media, secrets and backups. A test fails if a change would make
 * CloudFormation replace one that outlives the stack.
 */
export class DataGroup extends Construct {
  readonly shared: SharedResources
  readonly table: DataTable
  readonly media: MediaBucket
  readonly eventCopies: IBucket
  readonly signingSecret: Secret
  readonly edgeSecrets: EdgeSecrets
  readonly canarySecret: Secret
  readonly sealKeys: SealKeys
  /** Undefined if the environment has only the table's own point-in-time recovery. */
  readonly backups: TableBackups | undefined

  constructor(scope: Construct, id: string, { environment, config, parameters, isProtected, secondRegion }: Props) {
    super(scope, id)
    const { retainsData, domain, recovery } = config
    const protection = { retainsData, isProtected }
    this.shared = new SharedResources(this, 'Shared', { environment, ...config, pager: parameters.pager })
    const { data, operations, accessLogs, alarmTopics } = this.shared
    const { key } = data
    this.table = new DataTable(this, 'Table', { environment, key, protection, restored: parameters.restoredTable })
    const { arns: tables } = this.table
    this.media = new MediaBucket(this, 'Media', {
      key,
      retainsData,
      accessLogs,
      // Without a domain of our own, the host is known only after CloudFront exists. Any CloudFront host is allowed then, because
      // such an environment contains only made-up data.
      appOrigin: domain ? `https://${domain}` : 'https://*.cloudfront.net',
      keepsMails: config.mail === undefined,
      copy: secondRegion,
    })
    this.eventCopies = new EventCopyBucket(this, 'EventCopies', {
      key,
      lock: recovery?.lock,
      protection,
      accessLogs,
    }).bucket
    const { secret: signingSecret } = new SigningSecret(this, 'Signing', { key, retainsData, replica: secondRegion })
    this.signingSecret = signingSecret
    this.edgeSecrets = new EdgeSecrets(this, 'EdgeSecrets', { names: parameters.edgeRotation, key })
    this.canarySecret = new CanarySecret(this, 'Canary', { key, retainsData }).secret
    this.sealKeys = new SealKeys(this, 'SealKeys', { number: parameters.sealKeys, environment, retainsData })
    const keys = [key.keyArn, operations.key.keyArn, ...this.sealKeys.arns]
    if (recovery) {
      const backups = new TableBackups(this, 'Backups', {
        environment,
        tables,
        recovery,
        isProtected,
        copyVaultArn: secondRegion?.vaultArn,
        alarmTopics,
      })
      keys.push(backups.encryption.key.keyArn)
      this.backups = backups
    }
    if (secondRegion) {
      keys.push(secondRegion.keyArn)
      this.addReplicationAlarm(secondRegion)
      new AuditTrail(this, 'Trail', {
        environment,
        tablesPrefix: this.table.namePrefixArn,
        buckets: [this.media.bucket, this.eventCopies],
        encryption: data,
        accessLogs,
        isProtected,
      })
    }
    const tablesPrefix = `${Stack.of(this).stackName}-`
    new AccountEvents(this, 'Account', { alarmTopics, tablesPrefix, keys })
  }

  private addReplicationAlarm({ replicaName }: SecondRegion) {
    this.shared.alarmTopics.alarm(this, 'ReplicationFailed', {
      alarmDescription:
        'A signature or a photo did not reach the second region: it would be lost together with this region.',
      metric: new Metric({
        namespace: 'AWS/S3',
        metricName: 'OperationsFailedReplication',
        dimensionsMap: {
          SourceBucket: this.media.bucket.bucketName,
          DestinationBucket: replicaName,
          RuleId: replicationRuleId,
        },
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 1,
    })
  }
}
