import { describe, expect, it } from 'vitest'
import { StartProblem } from '#infra/local/engines.ts'
import { readStartSettings } from '#infra/local/start-settings.ts'

describe('a start that cannot succeed gives the reason', () => {
  it.each([
    [{ PORT: 'abc' }, "PORT must be a port number from 0 to 65535, not 'abc'."],
    [{ S3_PORT: '70000' }, "S3_PORT must be a port number from 0 to 65535, not '70000'."],
    [{ SEED: 'some' }, "SEED must be 'none' or 'demo', not 'some'."],
    [{ GOOGLE: 'real' }, "GOOGLE must be 'emulated' or unset, not 'real'."],
    [{ FORWARDED: 'yes' }, "FORWARDED must be 'trusted' or unset, not 'yes'."],
    [
      { AWS_ENDPOINT_URL_S3: 'minio:9000' },
      "AWS_ENDPOINT_URL_S3 must be a URL such as http://127.0.0.1:8000, not 'minio:9000'.",
    ],
    [
      { AWS_ENDPOINT_URL_SES: 'http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'alone' },
      'Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither.',
    ],
    [{ SMS_IDENTITY: '5550100' }, "SMS_IDENTITY must be a phone number such as +18005550100, or empty, not '5550100'."],
  ])('with the settings %o', async (environment, message) => {
    const settings = readStartSettings({ PORT: '0', MAIL_PORT: '0', S3_PORT: '0', ...environment }, [])
    await expect(settings).rejects.toEqual(new StartProblem(message))
  })
})
