import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { removalPolicyOf } from './removal-policy.ts'

interface Props {
  key: IKey
  retainsData: boolean
}

/**
 * `{"email": …, "password": …}`: what the smoke test signs in with. The address is empty until an operator has signed the canary
 * organisation up, with this password.
 */
export class CanarySecret extends Construct {
  readonly secret: Secret

  constructor(scope: Construct, id: string, { key, retainsData }: Props) {
    super(scope, id)
    this.secret = new Secret(this, 'Secret', {
      description: 'Signs the canary organisation in',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ email: '' }),
        generateStringKey: 'password',
        // A password of ours takes 128 characters, and asks for a letter of both cases, a digit and a sign.
        passwordLength: 40,
        requireEachIncludedType: true,
        excludeCharacters: '"\\\'`',
      },
      encryptionKey: key,
      removalPolicy: removalPolicyOf({ retainsData }),
    })
    acknowledge(this, { 'AwsSolutions-SMG4': byHand, 'HIPAA.Security-SecretsManagerRotationEnabled': byHand })
  }
}

const byHand =
  'It is the password of an account of the product, which the product alone can change; it opens made-up data.'
