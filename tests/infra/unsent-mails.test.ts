import { expect, it, onTestFinished, vi } from 'vitest'
import { openServices } from '#functions/http/services.ts'
import { findEnvironment } from '#infra/config.ts'
import { startLocalAws } from '#infra/local/local-aws.ts'
import { openAws } from '#infra/operator/aws.ts'
import { showUnsentMails } from '#infra/operator/show-unsent-mails.ts'
import { fakeAws } from './fake-aws.ts'

const stacks = { 'carelane-dev': { status: 'CREATE_COMPLETE', outputs: { MediaBucket: 'carelane-media' } } }

async function shown(newestObjects: ReturnType<typeof openAws>['newestObjects'], ...args: string[]) {
  const lines: string[] = []
  const hands = {
    openAws: (region: string) => ({ ...fakeAws({ stacks }).openAws(region), newestObjects }),
    say: (line: string) => lines.push(line),
  }
  await showUnsentMails(args, hands, findEnvironment)
  return lines
}

it('an environment without a sender stores its emails, and the operator reads the newest ones', async () => {
  const cloud = await startLocalAws({ dataDir: ':memory:' })
  onTestFinished(async () => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    await cloud.close()
  })
  for (const [name, value] of Object.entries(cloud.environment)) vi.stubEnv(name, value)
  const { mailer } = openServices({ ...cloud.environment, MAIL_SENDER: '' })
  const { newestObjects } = openAws('us-east-1')
  expect(await shown(newestObjects, 'dev', 'mails')).toEqual([expect.stringContaining('dev has no unsent emails')])

  // Emails of the same millisecond are shown in any order.
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let i = 1; i <= 11; i++) {
    vi.setSystemTime(Date.now() + 1)
    await mailer.send({ to: 'Zoë@clinic.test', subject: `Mail ${i}`, html: '', text: `Follow https://app.test/${i}` })
  }
  const lines = await shown(newestObjects, 'dev', 'mails')
  expect(lines).toHaveLength(10)
  expect(lines.at(-1)).toContain('To: Zoë@clinic.test\nMail 11\n\nFollow https://app.test/11\n')
  expect(await (await fetch(`${cloud.mailOrigin}/store`)).json()).toMatchObject({ emails: [] })
  await expect(shown(newestObjects, 'dev', 'mails', 'more')).rejects.toThrow('npm run operate -- {environment} mails')
})
