import { type Case, differs, invalid, noTable, noTableElsewhere, type Outcome, type Step } from './case.ts'

const is = (TimeToLiveDescription: Outcome): Step => ({
  call: (db, TableName) => db.describeTimeToLive({ TableName }),
  gives: { TimeToLiveDescription },
})
const becomes = (Enabled: boolean, AttributeName: string, refusal?: Outcome): Step => ({
  call: (db, TableName) => db.updateTimeToLive({ TableName, TimeToLiveSpecification: { Enabled, AttributeName } }),
  gives: refusal ?? { TimeToLiveSpecification: { Enabled, AttributeName } },
})

export const timeToLive: Case[] = [
  {
    says: 'a table can have one attribute that says when an item expires',
    steps: [
      is({ TimeToLiveStatus: 'DISABLED' }),
      becomes(false, 'until', invalid('TimeToLive is already disabled')),
      becomes(true, 'until'),
      is({ TimeToLiveStatus: 'ENABLED', AttributeName: 'until' }),
      becomes(true, 'until', invalid('TimeToLive is already enabled')),
      {
        ...becomes(
          true,
          'x',
          invalid('TimeToLive is active on a different AttributeName: current AttributeName is until'),
        ),
        elsewhere: differs('words', invalid('TimeToLive is active on a different AttributeName')),
      },
      becomes(false, 'until'),
      is({ TimeToLiveStatus: 'DISABLED' }),
      {
        call: (db) => db.describeTimeToLive({ TableName: 'absent' }),
        gives: noTable,
        elsewhere: noTableElsewhere,
      },
    ],
  },
]
