import { expect, it } from 'vitest'
import { openEnvironment } from '#infra/operator/open-environment.ts'
import { fakeAws } from './fake-aws.ts'

it.each([
  ['REVIEW_IN_PROGRESS', 'dev is not deployed.\n  npm run preflight -- dev'],
  ['ROLLBACK_COMPLETE', 'dev is not deployed.\n  npm run preflight -- dev'],
  ['CREATE_FAILED', 'dev is not deployed.\n  npm run preflight -- dev'],
  ['CREATE_IN_PROGRESS', 'When that has finished: npm run preflight -- dev'],
  ['ROLLBACK_IN_PROGRESS', 'When that has finished: npm run preflight -- dev'],
  ['DELETE_IN_PROGRESS', 'When that has finished: npm run preflight -- dev'],
  ['DELETE_FAILED', 'aws cloudformation delete-stack --stack-name carelane-dev'],
])(
  'an operator’s command rejects a stack in %s, which has no outputs, and prints the next command',
  async (status, text) => {
    const { openAws } = fakeAws({ stacks: { 'carelane-dev': { status } } })
    await expect(openEnvironment('dev', openAws)).rejects.toThrow(text)
  },
)

it.each(['UPDATE_IN_PROGRESS', 'UPDATE_ROLLBACK_FAILED', 'UPDATE_ROLLBACK_COMPLETE'])(
  'an operator’s command can read an environment in %s',
  async (status) => {
    const { openAws } = fakeAws({ stacks: { 'carelane-dev': { status } } })
    expect((await openEnvironment('dev', openAws)).stack.status).toBe(status)
  },
)
