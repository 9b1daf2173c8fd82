import { RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import type { EdgeSecretNames } from '../settings.ts'

interface Props {
  /** CloudFront shows the first, the gateway takes any of them. */
  names: EdgeSecretNames
  key: IKey
}

/**
 * What CloudFront shows the gateway, so that nobody calls it past CloudFront. CloudFront's value stands in no template:
 * CloudFormation reads it when it deploys, and not again before a template names another secret. That is why a rotation is a new
 * name.
 */
export class EdgeSecrets extends Construct {
  /** A reference to the value. */
  readonly shown: string
  readonly all: readonly Secret[]

  constructor(scope: Construct, id: string, { names, key }: Props) {
    super(scope, id)
    const [shown, ...others] = names
    const first = this.secret(shown, key)
    this.shown = first.secretValue.unsafeUnwrap()
    this.all = [first, ...others.map((name) => this.secret(name, key))]
    acknowledge(this, {
      'AwsSolutions-SMG4': byNames,
      'HIPAA.Security-SecretsManagerRotationEnabled': byNames,
    })
  }

  private secret(name: string, key: IKey) {
    return new Secret(this, name, {
      description: 'CloudFront shows it to the gateway',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      encryptionKey: key,
      // Nothing is lost with it: another one is made by the next deploy.
      removalPolicy: RemovalPolicy.DESTROY,
    })
  }
}

const byNames =
  'A scheduled rotation would change the value without CloudFront learning of it; it is rotated by deploys that take a new name in, as infra/README.md says.'
