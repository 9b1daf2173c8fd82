import {
  type Case,
  invalidOutcome,
  knownDifferences,
  noTableDifferences,
  noTableOutcome,
  type Outcome,
  type Step,
} from './case.ts'

const is = (TimeToLiveDescription: Outcome): Step => ({
  call: (db, TableName) => db.describeTimeToLive({ TableName }),
  gives: { TimeToLiveDescription },
})
const becomes = (Enabled: boolean, AttributeName: string, refusal?: Outcome): Step => ({
  call: (db, TableName) => db.updateTimeToLive({ TableName, TimeToLiveSpecification: { Enabled, AttributeName } }),
  gives: refusal ?? { TimeToLiveSpecification: { Enabled, AttributeName } },
})

export const timeToLiveCases: Case[] = [
  {
    title: 'a table can have one time-to-live attribute',
    steps: [
      is({ TimeToLiveStatus: 'DISABLED' }),
      becomes(false, 'until', invalidOutcome('TimeToLive is already disabled')),
      becomes(true, 'until'),
      is({ TimeToLiveStatus: 'ENABLED', AttributeName: 'until' }),
      becomes(true, 'until', invalidOutcome('TimeToLive is already enabled')),
      {
        ...becomes(
          true,
          'x',
          invalidOutcome('TimeToLive is active on a different AttributeName: current AttributeName is until'),
        ),
        elsewhere: knownDifferences('words', invalidOutcome('TimeToLive is active on a different AttributeName')),
      },
      becomes(false, 'until'),
      is({ TimeToLiveStatus: 'DISABLED' }),
      {
        call: (db) => db.describeTimeToLive({ TableName: 'absent' }),
        gives: noTableOutcome,
        elsewhere: noTableDifferences,
      },
    ],
  },
]
