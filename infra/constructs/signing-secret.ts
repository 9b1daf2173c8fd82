import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { removalPolicyOf } from './removal-policy.ts'

const firstKey = 'k1'

interface Props {
  key: IKey
  retainsData: boolean
  /** A second region, with a key of its own; undefined: the secret is in one region alone. */
  replica: { region: string; keyArn: string } | undefined
}

/**
 * `{"current": "k1", "k1": "<base64>"}`: flat, because Secrets Manager generates a value at the top level only. A rotation
 * adds `k2` and makes it the current one; tokens that `k1` signed stay good until it is taken out.
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
        // Letters and digits are base64 too: 64 of them are 48 bytes of 380 random bits.
        passwordLength: 64,
        excludePunctuation: true,
      },
      encryptionKey: key,
      // A table that is restored elsewhere is worth little without it: it opens the secrets of authenticator apps.
      ...(replica && {
        replicaRegions: [{ region: replica.region, encryptionKey: Key.fromKeyArn(this, 'ReplicaKey', replica.keyArn) }],
      }),
      removalPolicy: removalPolicyOf({ retainsData }),
    })
    acknowledge(this.secret, {
      'AwsSolutions-SMG4': byHand,
      'HIPAA.Security-SecretsManagerRotationEnabled': byHand,
    })
  }
}

const byHand =
  'An old key has to stay beside the new one until the last session that it signed is over, which no schedule of Secrets Manager does; the README says how it is rotated.'
