/**
 * Retries a failed call of the function up to eight times, whatever the error, for example after throttling, after a lack of time
 * or memory, or if a service did not respond. The function then continues where it stopped.
 */
export const retryRules = [
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 5, MaxAttempts: 8, BackoffRate: 2, MaxDelaySeconds: 300 },
]

/**
 * Returns a definition in Amazon States Language that calls a function again and again until `isDone` in its result is true. The
 * first call gets the input of the execution, and every other call gets the function's previous result. `whenItFails` has
 * properties for the state that calls the function, such as `Catch`.
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
