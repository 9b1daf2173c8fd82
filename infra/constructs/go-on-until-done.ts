/** It was throttled, ran out of time or memory, or a service did not answer: it goes on where it was. */
export const goOnWhereItWas = [
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 5, MaxAttempts: 8, BackoffRate: 2, MaxDelaySeconds: 300 },
]

/** In Amazon's States Language: a function that is called again and again, with its own answer, until that says `isDone`. */
export const goOnUntilDone = (functionArn: string, whenItFails: object = {}) => ({
  StartAt: 'Go on',
  States: {
    'Go on': { Type: 'Task', Resource: functionArn, Retry: goOnWhereItWas, ...whenItFails, Next: 'Is it done?' },
    'Is it done?': {
      Type: 'Choice',
      Choices: [{ Variable: '$.isDone', BooleanEquals: true, Next: 'Done' }],
      Default: 'Go on',
    },
    Done: { Type: 'Succeed' },
  },
})
