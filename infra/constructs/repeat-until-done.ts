/**
 * Retries a failed call of the function up to eight times, whatever the error, for example after throttling, after a lack of time
 * or memory, or if a service did not respond. The function then continues where it stopped.
 */
export const retryRules = [
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 5, MaxAttempts: 8, BackoffRate: 2, MaxDelaySeconds: 300 },
]

/**
 * Returns a definition in Amazon States Language that calls a function again and again, each time with the function's previous
 * result, until `isDone` in the result is true.
 */
export const repeatUntilDoneDefinition = (functionArn: string, whenItFails: object = {}) => ({
  StartAt: 'Go on',
  States: {
    'Go on': { Type: 'Task', Resource: functionArn, Retry: retryRules, ...whenItFails, Next: 'Is it done?' },
    'Is it done?': {
      Type: 'Choice',
      Choices: [{ Variable: '$.isDone', BooleanEquals: true, Next: 'Done' }],
      Default: 'Go on',
    },
    Done: { Type: 'Succeed' },
  },
})
