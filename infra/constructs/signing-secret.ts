import type { RemovalPolicy } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'

const firstKey = 'k1'

/**
 * `{"current": "k1", "k1": "<base64>"}`: flat, because Secrets Manager generates a value at the top level only. A rotation
 * adds `k2` and makes it the current one; tokens that `k1` signed stay good until it is taken out.
 */
export class SigningSecret extends Construct {
  readonly secret: Secret

  constructor(scope: Construct, id: string, { removalPolicy }: { removalPolicy: RemovalPolicy }) {
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
      removalPolicy,
    })
  }
}
