import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'

type KeyAction = 'Decrypt' | 'DescribeKey' | 'Encrypt' | 'GenerateDataKey' | 'ReEncryptFrom' | 'ReEncryptTo'
type KeyService = 'dynamodb' | 's3' | 'secretsmanager'

/** Returns a statement that lets a principal use a key through a service, but not directly. */
export const keyUseStatement = (key: IKey, service: KeyService, actions: readonly KeyAction[]) =>
  new PolicyStatement({
    actions: actions.map((action) => `kms:${action}`),
    resources: [key.keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `${service}.${Stack.of(key).region}.amazonaws.com` } },
  })
