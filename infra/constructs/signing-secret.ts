import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import { removalPolicyOf } from './removal-policy.ts'

const firstKey = 'k1'

interface Props {
  key: IKey
  retainsData: boolean
  /** The second region and its key; undefined if the secret exists in one region only. */
  replica: { region: string; keyArn: string } | undefined
}

/**
 * The secret that signs sessions, links and cursors: `{"current": "k1", "k1": "<base64>"}`. It is flat because Secrets Manager can
 * generate a value only at the top level. A rotation adds `k2` and makes it the current key; what `k1` signed stays valid until it
 * expires or `k1` is removed.
 */
export class SigningSecret extends Construct {
  readonly secret: Secret

  constructor(scope: Construct, id: string, { key, retainsData, replica }: Props) {
    super(scope, id)
    this.secret = new Secret(this, 'Secret', {
      description: 'Signs sessions and cursors',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ current: firstKey }),
        generateStringKey: firstKey,
        // Letters and digits are valid base64: 64 of them are 48 bytes with about 380 random bits.
        passwordLength: 64,
        excludePunctuation: true,
      },
      encryptionKey: key,
      // A table restored in the second region needs this secret, which decrypts the secrets of authenticator apps.
      ...(replica && {
        replicaRegions: [{ region: replica.region, encryptionKey: Key.fromKeyArn(this, 'ReplicaKey', replica.keyArn) }],
      }),
      removalPolicy: removalPolicyOf({ retainsData }),
    })
    acknowledgeFindings(this.secret, {
      'AwsSolutions-SMG4': byHand,
      'HIPAA.Security-SecretsManagerRotationEnabled': byHand,
    })
  }
}

const byHand =
  'An old key must stay beside the new one until the last session that it signed has ended, which no schedule of Secrets Manager can do. The README explains the rotation.'
