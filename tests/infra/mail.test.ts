import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { statementsOf } from './policies.ts'
import { propertiesOf, synthesiseEnvironment, testedEnvironments, textOf } from './synthesise.ts'

const built = testedEnvironments.flatMap((name) => {
  const { template, config } = synthesiseEnvironment(name)
  return config.mail ? [[name, { template, mail: config.mail }] as const] : []
})

describe.each(built)('email from %s', (_name, { mail, template }) => {
  it('comes from a verified identity, over TLS, and is not sent to addresses that bounced', () => {
    template.hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: mail.identity,
      ConfigurationSetAttributes: { ConfigurationSetName: Match.anyValue() },
    })
    template.hasResourceProperties('AWS::SES::ConfigurationSet', {
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    })
  })

  it('is sent only from the configured address, whichever identity SES checks', () => {
    const senders = statementsOf(template).filter(({ Action }) => [Action].flat().includes('ses:SendEmail'))
    expect(senders.map(({ id }) => /^App([a-z]+)/.exec(id)?.[1]).sort()).toEqual(['registration', 'users', 'workers'])
    const [set] = Object.keys(template.findResources('AWS::SES::ConfigurationSet'))
    const ses = 'arn:<AWS::Partition>:ses:us-east-1:000000000000'
    for (const { Resource, Condition } of senders) {
      expect([Resource].flat().map(textOf).sort()).toEqual([`${ses}:configuration-set/<${set}>`, `${ses}:identity/*`])
      expect(Condition).toEqual({ StringEquals: { 'ses:FromAddress': mail.sender } })
    }
  })

  it('returns bounces to its own domain, and the outputs list the DNS records it needs', () => {
    const isDomain = !mail.identity.includes('@')
    const outputs = Object.entries(template.toJSON().Outputs).map(([name, value]): [string, string] => [
      name,
      textOf(Object(value).Value),
    ])
    const records = outputs.filter(([name]) => /^(Dkim|MailFrom|Dmarc)/.test(name))
    const [identity] = Object.values(template.findResources('AWS::SES::EmailIdentity'))
    if (!isDomain) {
      expect(identity?.Properties).not.toHaveProperty('MailFromAttributes')
      expect(records).toEqual([])
      return
    }
    const MailFromDomain = `mail.${mail.identity}`
    expect(identity?.Properties.MailFromAttributes).toEqual({
      MailFromDomain,
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    })
    expect(records.map(([name, text]) => [name, text.replace(/<\w+\.(\w+)>/g, '<$1>')])).toEqual([
      ...[1, 2, 3].map((i) => [`DkimRecord${i}`, `<DkimDNSTokenName${i}> CNAME <DkimDNSTokenValue${i}>`]),
      ['MailFromMxRecord', `${MailFromDomain} MX 10 feedback-smtp.us-east-1.amazonses.com`],
      ['MailFromSpfRecord', `${MailFromDomain} TXT "v=spf1 include:amazonses.com ~all"`],
      ['DmarcRecord', `_dmarc.${mail.identity} TXT "v=DMARC1; p=quarantine"`],
    ])
  })

  it('reports deliveries, bounces and complaints to the feedback function', () => {
    const [ours] = Object.keys(template.findResources('AWS::SES::ConfigurationSet'))
    template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      ConfigurationSetName: { Ref: ours },
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['delivery', 'bounce', 'complaint'],
        EventBridgeDestination: Match.anyValue(),
      },
    })
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': ['Email Delivered', 'Email Bounced', 'Email Complaint Received'],
        // Only emails of this configuration set count, because another environment in the same account has a rule of its own.
        detail: { mail: { tags: { 'ses:configuration-set': [{ Ref: ours }] } } },
      },
      Targets: [
        {
          Arn: { Ref: Match.stringLikeRegexp('^AppfeedbackLive') },
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^AppfeedbackDeadQueue'), 'Arn'] } },
          RetryPolicy: { MaximumEventAgeInSeconds: 21_600, MaximumRetryAttempts: 2 },
          Id: Match.anyValue(),
        },
      ],
    })
  })

  it('is sent at once when written, and tasks start, because the table’s stream calls the worker', () => {
    const [tableId = ''] = Object.keys(template.findResources('AWS::DynamoDB::Table'))
    template.hasResourceProperties('AWS::DynamoDB::Table', { StreamSpecification: { StreamViewType: 'KEYS_ONLY' } })
    const S = [{ prefix: 'MAIL#' }, { prefix: 'TASK#' }]
    const Pattern = JSON.stringify({ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S } } } })
    template.resourceCountIs('AWS::Lambda::EventSourceMapping', 1)
    const { FunctionName } = propertiesOf(template, 'AWS::Lambda::EventSourceMapping')
    expect(textOf(FunctionName)).toMatch(/<AppworkersLive/)
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': [tableId, 'StreamArn'] },
      FilterCriteria: { Filters: [{ Pattern }] },
      StartingPosition: 'LATEST',
      MaximumRetryAttempts: 0,
    })
  })

  it('missed by a worker run waits for the next one, which comes sooner than a retry', () => {
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: Match.stringLikeRegexp('^AppworkersFunction') },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    })
  })

  it('has a sender of that identity', () => {
    expect(mail.sender.endsWith(mail.identity)).toBe(true)
  })
})
