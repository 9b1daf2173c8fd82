import { expect, it } from 'vitest'
import { deployableNames } from '#infra/config.ts'
import { synthesise, textOf } from './synthesise.ts'

/**
 * By resource type, the properties whose change replaces the resource or recreates its content, according to CloudFormation's
 * reference. Only properties that we use are listed.
 */
const identity: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'SSESpecification'],
  'AWS::S3::Bucket': ['BucketName', 'BucketEncryption', 'ObjectLockEnabled'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString', 'KmsKeyId'],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
}

/**
 * Resource types that are left out of this test. Logs are retained as well, but a replacement leaves the old log group where it is,
 * so nothing is lost.
 */
const replaceable = ['AWS::Logs::LogGroup']

interface Retained {
  Type: string
  DeletionPolicy?: string
  Properties?: Record<string, unknown>
}

function retainedBy(name: string) {
  const resources = Object.entries<Retained>(synthesise(name).template.toJSON().Resources)
  const retained = resources.filter(
    ([, { Type, DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete' && !replaceable.includes(Type),
  )
  return Object.fromEntries(
    retained.map(([id, { Type, Properties = {} }]) => {
      const properties = identity[Type]
      if (!properties) throw new Error(`${id}: say here what replaces a ${Type}`)
      const own = properties.filter((property) => property in Properties)
      return [id, { Type, ...Object.fromEntries(own.map((property) => [property, readable(Properties[property])])) }]
    }),
  )
}

/** Returns a value with CloudFormation's references written as text. */
const readable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part) => {
    const keys = Object.keys(Object(part))
    const isReference = keys.length === 1 && /^(Ref|Fn::\w+)$/.test(keys[0] ?? '')
    return typeof part === 'object' && isReference ? textOf(part) : part
  })

it('retained resources keep their identity, because a new one would be empty beside the old', async () => {
  const retained = Object.fromEntries(
    deployableNames
      .map((name) => [name, retainedBy(name)])
      .filter(([, found]) => Object.keys(Object(found)).length > 0),
  )
  expect(Object.keys(retained)).toEqual(['staging', 'prod-copy', 'prod'])
  // Update this file (vitest -u) when an entry is added. Change or remove an entry only if data is meant to be lost, or before the
  // first deploy.
  await expect(`${JSON.stringify(retained, null, 2)}\n`).toMatchFileSnapshot('retained-resources.json')
})
