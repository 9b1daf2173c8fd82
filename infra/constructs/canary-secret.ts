import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import { removalPolicyOf } from './removal-policy.ts'

interface Props {
  key: IKey
  retainsData: boolean
}

/**
 * `{"email": …, "password": …}`: the credentials with which the smoke test signs in. The address is empty until an operator has
 * signed up the canary organisation with this password and has written the address into the secret.
 */
export class CanarySecret extends Construct {
  readonly secret: Secret

  constructor(scope: Construct, id: string, { key, retainsData }: Props) {
    super(scope, id)
    this.secret = new Secret(this, 'Secret', {
      description: 'Signs in the canary organization',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ email: '' }),
        generateStringKey: 'password',
        // A valid password has 12 to 128 characters, among them an uppercase letter, a lowercase letter, a digit and a symbol.
        passwordLength: 40,
        requireEachIncludedType: true,
        excludeCharacters: '"\\\'`',
      },
      encryptionKey: key,
      removalPolicy: removalPolicyOf({ retainsData }),
    })
    acknowledgeFindings(this, {
      'AwsSolutions-SMG4': byHand,
      'HIPAA.Security-SecretsManagerRotationEnabled': byHand,
    })
  }
}

const byHand =
  'It is the password of an account in the product, and only the product can change it. The account contains only made-up data.'
