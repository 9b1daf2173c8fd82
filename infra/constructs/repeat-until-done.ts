/**
 * Retries after throttling, lack of time or memory, or a service that did not answer. The function then continues from where it
 * stopped.
 */
export const retryWhereStopped = [
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 5, MaxAttempts: 8, BackoffRate: 2, MaxDelaySeconds: 300 },
]

/**
 * A definition in Amazon States Language. It calls a function with the function's own last answer until the answer contains
 * `isDone`.
 */
export const repeatUntilDone = (functionArn: string, whenItFails: object = {}) => ({
  StartAt: 'Go on',
  States: {
    'Go on': { Type: 'Task', Resource: functionArn, Retry: retryWhereStopped, ...whenItFails, Next: 'Is it done?' },
    'Is it done?': {
      Type: 'Choice',
      Choices: [{ Variable: '$.isDone', BooleanEquals: true, Next: 'Done' }],
      Default: 'Go on',
    },
    Done: { Type: 'Succeed' },
  },
})
