import { describe, expect, it } from 'vitest'
import { findEnvironment } from '#infra/config.ts'
import { findDeployedSmokeTarget } from '#infra/operator/deployed-product.ts'
import { fakeAws } from './fake-aws.ts'

const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, account: '111122223333' }
}

const outputs = {
  AppOrigin: 'https://app.pharmacy.test',
  GatewayHost: 'gateway.test',
  CanarySecret: 'canary',
  MorningTopic: 'morning',
  NightTopic: 'night',
}
const deployed = {
  stacks: { 'carelane-prod': { status: 'UPDATE_COMPLETE', outputs } },
  secrets: { canary: JSON.stringify({ email: 'canary@pharmacy.test', password: 'a password' }) },
}

/** Returns what `npm run smoke` finds out about an environment, or why it runs no check, and what it asks of AWS. */
async function smokeTest(state: Parameters<typeof fakeAws>[0], name = 'prod') {
  const { openAws, calls } = fakeAws(state)
  const found = await findDeployedSmokeTarget(name, openAws, find).catch((error: Error) => error.message)
  return { found, calls }
}

describe('npm run smoke', () => {
  it('signs in as the environment’s canary and checks that the alarms of both topics reach someone', async () => {
    const { openAws, calls } = fakeAws(deployed)
    const product = await findDeployedSmokeTarget('prod', openAws, find)
    expect(product).toMatchObject({
      origin: 'https://app.pharmacy.test',
      gateway: 'https://gateway.test',
      credentials: { email: 'canary@pharmacy.test', password: 'a password' },
    })
    await product.subscriptions?.()
    expect(calls.slice(-2)).toEqual(['subscription morning', 'subscription night'])
  })

  it('reads nothing with credentials for another account', async () => {
    const { found, calls } = await smokeTest({ ...deployed, account: '999900001111' })
    expect(calls).toEqual(['account'])
    expect(found).toContain('prod belongs to the account 111122223333, and you are signed in to 999900001111.')
  })

  it.each([
    ['an unknown environment', 'qa', deployed, 'Choose one: dev, staging, prod'],
    ['an environment that is not deployed', 'prod', {}, 'npm run preflight -- prod'],
    [
      'an environment whose stack does not name its gateway',
      'prod',
      {
        ...deployed,
        stacks: { 'carelane-prod': { status: 'UPDATE_COMPLETE', outputs: { ...outputs, GatewayHost: '' } } },
      },
      'npm run preflight -- prod',
    ],
    [
      'an environment without a canary organization',
      'prod',
      { ...deployed, secrets: { canary: JSON.stringify({ email: '', password: 'a password' }) } },
      'prod has no canary organization yet.',
    ],
  ])('rejects %s and prints the next step', async (_, name, state, sentence) => {
    expect((await smokeTest(state, name)).found).toContain(sentence)
  })
})
