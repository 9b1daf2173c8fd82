import { describe, expect, it, test } from 'vitest'
import { matchesEvent } from './matches-event.ts'
import { resourcesOf, statementsOf } from './policies.ts'
import { synthesise, textOf } from './synthesise.ts'

const staging = synthesise('staging').template
const prod = synthesise('prod').template
const copy = synthesise('prod-copy').template

const rulesOf = (template: typeof prod) => resourcesOf(template).of('AWS::Events::Rule')
const keyRuleOf = (template: typeof prod) =>
  rulesOf(template).find(({ Properties }) => Properties?.EventPattern?.source?.includes('aws.kms'))?.Properties
/** The rules of prod that listen to the account, by their names without the numbers that CDK appends. */
const accountRules = Object.entries(prod.findResources('AWS::Events::Rule')).flatMap(([id, { Properties }]) => {
  const [, name] = /^DataAccount(\w+)Rule\w{8}$/.exec(id) ?? []
  return name ? [{ id, name, properties: Properties }] : []
})

const cloudFormation = {
  type: 'AssumedRole',
  sessionContext: { sessionIssuer: { userName: 'cdk-hnb659fds-cfn-exec-role-111122223333-us-east-1' } },
}
const administrator = { type: 'AssumedRole', sessionContext: { sessionIssuer: { userName: 'AWSReservedSSO_Admin_1' } } }
const call = (service: string, eventName: string, more: object = {}) => ({
  source: `aws.${service}`,
  'detail-type': 'AWS API Call via CloudTrail',
  detail: { eventName, userIdentity: administrator, ...more },
})
const signIn = (type: string) => ({
  source: 'aws.signin',
  'detail-type': 'AWS Console Sign In via CloudTrail',
  detail: { eventName: 'ConsoleLogin', userIdentity: { type } },
})

describe('someone is paged', () => {
  it.each([
    ['stops the trail', call('cloudtrail', 'StopLogging'), ['TrailStopped']],
    ['no longer records calls on items', call('cloudtrail', 'PutEventSelectors'), ['TrailStopped']],
    ['signs in as root', signIn('Root'), ['RootUsed']],
    ['uses a root access key', call('s3', 'PutBucketPolicy', { userIdentity: { type: 'Root' } }), ['RootUsed']],
    ['changes a role', call('iam', 'AttachRolePolicy'), ['RightsChanged']],
    [
      'creates a user with an access key',
      call('iam', 'CreateUser', { userIdentity: { type: 'IAMUser' } }),
      ['RightsChanged'],
    ],
    [
      'deletes a table',
      call('dynamodb', 'DeleteTable', { requestParameters: { tableName: 'carelane-prod-restored-1' } }),
      ['TableDeleted'],
    ],
  ])('if a user %s', (_what, event, woken) => {
    const matching = accountRules.filter(({ properties }) => matchesEvent(properties.EventPattern, event))
    expect(matching.map(({ name }) => name)).toEqual(woken)
  })

  it.each([
    ['the CDK changes a role', call('iam', 'AttachRolePolicy', { userIdentity: cloudFormation })],
    ['a user reads what a role allows', call('iam', 'SimulatePrincipalPolicy')],
    ['a user with a role signs in', signIn('AssumedRole')],
    [
      'AWS calls a service in the name of root',
      call('kms', 'Decrypt', { userIdentity: { type: 'Root', invokedBy: 'dynamodb.amazonaws.com' } }),
    ],
    [
      'another product’s table is deleted',
      call('dynamodb', 'DeleteTable', { requestParameters: { tableName: 'lookup' } }),
    ],
    ['another product’s key is disabled', call('kms', 'DisableKey', { resources: [{ ARN: 'arn:other' }] })],
  ])('not if %s', (_what, event) => {
    expect(accountRules.filter(({ properties }) => matchesEvent(properties.EventPattern, event))).toEqual([])
  })

  it('with a message that says who did what and when, and through an alarm, which pagers understand', () => {
    const alarms = resourcesOf(prod).of('AWS::CloudWatch::Alarm')
    expect(accountRules).toHaveLength(5)
    for (const { id, name, properties } of accountRules) {
      const [{ Arn, InputTransformer }] = properties.Targets
      expect(textOf(Arn)).toMatch(/^<DataSharedAlarmsNight/)
      expect(Object.values(InputTransformer.InputPathsMap)).toEqual(
        expect.arrayContaining(['$.detail.eventName', '$.detail.userIdentity.arn', '$.time']),
      )
      const alarm = alarms.find(({ Properties }) => Properties?.AlarmName === `carelane-prod-Account-${name}`)
      expect(alarm?.Properties).toMatchObject({
        Namespace: 'AWS/Events',
        MetricName: 'TriggeredRules',
        Dimensions: [{ Name: 'RuleName', Value: { Ref: id } }],
      })
    }
  })
})

describe('disabling a key or scheduling its deletion pages someone', () => {
  const keysOf = (template: typeof prod) =>
    Object.keys(template.findResources('AWS::KMS::Key')).map((id) => `<${id}.Arn>`)
  const heardBy = (template: typeof prod) => keyRuleOf(template)?.EventPattern.detail.resources.ARN.map(textOf).sort()

  it.each([
    ['staging', staging, 4, []],
    ['prod', prod, 4, ['<CopyKey>']],
  ])('at once for each of %s, with the command that undoes it', (_name, template, keys, ofSecondRegion) => {
    expect(keyRuleOf(template)?.EventPattern.detail.eventName).toEqual(['ScheduleKeyDeletion', 'DisableKey'])
    const all = keysOf(template)
    expect(all).toHaveLength(keys)
    expect(heardBy(template)).toEqual([...all, ...ofSecondRegion].sort())
    const [target] = keyRuleOf(template)?.Targets ?? []
    for (const command of ['cancel-key-deletion', 'enable-key'])
      expect(JSON.stringify(target.InputTransformer)).toContain(`aws kms ${command} --region <region> --key-id <`)
  })

  it('also for the second region, through the first region’s events', () => {
    expect(heardBy(copy)).toEqual(keysOf(copy))
    const [{ Arn, RoleArn }] = keyRuleOf(copy)?.Targets ?? []
    expect(textOf(Arn)).toMatch(/:events:us-east-1:\d{12}:event-bus\/default$/)
    expect(textOf(RoleArn)).toMatch(/^<KeyDeletionRole/)
    const puts = statementsOf(copy).filter(({ Action }) => Action === 'events:PutEvents')
    expect(puts.map(({ Resource }) => textOf(Resource))).toEqual([textOf(Arn)])
  })
})

test('a pager receives what must wake someone, and nothing else', () => {
  const endpoint = 'https://events.pager.test/integration/key/enqueue'
  const subscribersOf = (Pager: string) =>
    resourcesOf(synthesise('prod', { parameters: { Pager } }).template)
      .of('AWS::SNS::Subscription')
      .flatMap(({ Properties }) => (Properties?.Protocol === 'https' ? [Properties] : []))
  expect(subscribersOf('none')).toEqual([])
  expect(subscribersOf(endpoint)).toEqual([
    { Protocol: 'https', Endpoint: endpoint, TopicArn: { Ref: expect.stringMatching(/^DataSharedAlarmsNight/) } },
  ])
})

test('the paging topic needs no key, and EventBridge may publish anything to it', () => {
  for (const template of [staging, prod]) {
    const [[id, topic] = []] = Object.entries(template.findResources('AWS::SNS::Topic')).filter(([each]) =>
      each.startsWith('DataSharedAlarmsNight'),
    )
    expect(topic?.Properties?.KmsMasterKeyId).toBeUndefined()
    const publishers = statementsOf(template).filter(
      ({ Effect, Resource }) => Effect === 'Allow' && textOf(Resource) === `<${id}>`,
    )
    expect(publishers.map(({ Principal, Condition }) => [Principal?.Service, Object.keys(Condition ?? {})])).toEqual([
      ['cloudwatch.amazonaws.com', ['StringEquals']],
      // With a condition on the source, messages would be dropped silently.
      ['events.amazonaws.com', []],
    ])
  }
})
