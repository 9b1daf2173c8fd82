import { RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'

interface Props {
  /** Their names: CloudFront shows the first, functions take any of them. */
  names: readonly [string, ...string[]]
  key: IKey
}

/**
 * What CloudFront shows the functions, so that nobody calls them past it. A value stands in no template: CloudFormation
 * reads it when it deploys, and not again before a template names another secret. That is why a rotation is a new name.
 */
export class EdgeSecrets extends Construct {
  readonly shown: string
  /** A comma list. */
  readonly accepted: string

  constructor(scope: Construct, id: string, { names, key }: Props) {
    super(scope, id)
    const [shown, ...others] = names
    this.shown = this.value(shown, key)
    this.accepted = [this.shown, ...others.map((name) => this.value(name, key))].join(',')
    acknowledge(this, {
      'AwsSolutions-SMG4': byNames,
      'HIPAA.Security-SecretsManagerRotationEnabled': byNames,
    })
  }

  private value(name: string, key: IKey) {
    const secret = new Secret(this, name, {
      description: 'CloudFront shows it to the functions',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      encryptionKey: key,
      // Nothing is lost with it: another one is made by the next deploy.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    return secret.secretValue.unsafeUnwrap()
  }
}

const byNames =
  'A scheduled rotation would change the value without CloudFront or the functions learning of it; it is rotated by deploys that take a new name in, as the README says.'
