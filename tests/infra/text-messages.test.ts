import { describe, expect, it } from 'vitest'
import { webConfig } from '#infra/groups/edge-group.ts'
import { statementsOf } from './policies.ts'
import { configOf, synthesise, textOf } from './synthesise.ts'

const smsIdentity = 'pool/pool-0123456789abcdef0123456789abcdef'
const arn = `arn:aws:sms-voice:us-east-1:000000000000:${smsIdentity}`

const templateWith = (smsIdentity: string) =>
  synthesise('dev', { config: { account: '000000000000', smsIdentity } }).template

describe('with an origination identity', () => {
  const template = templateWith(smsIdentity)

  it('text messages are sent from it by the workers and nothing else', () => {
    const grants = statementsOf(template).filter(({ Action }) => JSON.stringify(Action).includes('SendTextMessage'))
    expect(
      grants.map(({ id, Effect, Action, Resource }) => [id, Effect, [Action].flat(), [Resource].flat().map(textOf)]),
    ).toEqual([
      [
        expect.stringMatching(/^AppworkersGrants/),
        'Allow',
        ['sms-voice:SendTextMessage'],
        [arn, expect.stringContaining('TextLimitsCountries')],
      ],
    ])
  })

  it('AWS refuses texts to other countries with +1, and more than the limit of a month', () => {
    const [rules] = Object.values(template.findResources('AWS::SMSVOICE::ProtectConfiguration'))
    expect(rules?.Properties.CountryRuleSet.SMS).toContainEqual({ CountryCode: 'CA', ProtectStatus: 'BLOCK' })
    expect(JSON.stringify(rules)).not.toContain('"US"')
    const [limit] = Object.values(template.findResources('Custom::AWS'))
    expect(JSON.parse(limit?.Properties.Update)).toMatchObject({
      action: 'SetTextMessageSpendLimitOverride',
      parameters: { MonthlyLimit: configOf('dev').smsMonthlyLimit },
    })
  })

  it('the limit stays if the stack is deleted, or an older release is deployed that does not set it', () => {
    const [limit] = Object.values(template.findResources('Custom::AWS'))
    expect(Object.keys(limit?.Properties)).not.toContain('Delete')
    const actions = statementsOf(template).flatMap(({ Action }) => Action)
    expect(actions.filter((action) => action.includes('SpendLimitOverride'))).toEqual([
      'sms-voice:SetTextMessageSpendLimitOverride',
    ])
  })

  it('the functions know it, and the web app knows that text messages exist', () => {
    const variables = Object.entries(template.findResources('AWS::Lambda::Function')).flatMap(
      ([id, { Properties }]): [string, string][] =>
        'SMS_IDENTITY' in (Properties.Environment?.Variables ?? {})
          ? [[id, textOf(Properties.Environment.Variables.SMS_IDENTITY)]]
          : [],
    )
    for (const area of ['workers', 'deliveries'])
      expect(variables).toContainEqual([expect.stringMatching(`^App${area}Function`), arn])
    expect(webConfig({ ...configOf('dev'), smsIdentity })).toMatchObject({ sends_texts: true })
  })
})

describe('without an origination identity', () => {
  it('nothing in the stack knows about text messages', { tags: ['proof'] }, () => {
    expect(JSON.stringify(templateWith(''))).not.toMatch(/sms/i)
    expect(webConfig({ ...configOf('dev'), smsIdentity: '' })).toMatchObject({ sends_texts: false })
  })
})
