import { type ActionInput, type DynaliteStore, dynalite, type StoreWrite, validationError } from './dynalite.ts'
import { findTable } from './run-action.ts'
import type { WriteTurn } from './write-turn.ts'

interface TimeToLiveInput extends ActionInput {
  TimeToLiveSpecification: { Enabled: boolean; AttributeName: string }
}

export const describeTimeToLiveRules = { types: dynalite.describeTable.rules.types, custom: undefined }

export const updateTimeToLiveRules = {
  types: {
    ...dynalite.describeTable.rules.types,
    TimeToLiveSpecification: {
      type: 'FieldStruct<TimeToLiveSpecification>',
      notNull: true,
      children: {
        Enabled: { type: 'Boolean', notNull: true },
        AttributeName: {
          type: 'String',
          notNull: true,
          lengthGreaterThanOrEqual: 1,
          lengthLessThanOrEqual: 255,
        },
      },
    },
  },
  custom: undefined,
}

const keyOf = (table: string) => `ttl~${table}`

/**
 * Returns the operation DescribeTimeToLive, which answers with the stored setting. The simulator never deletes an expired item: the
 * real service may take days to delete one, so no caller can rely on a deletion.
 */
export const describeTimeToLiveOperation = (store: DynaliteStore) => async (input: ActionInput) => {
  await findTable(store, input.TableName)
  const AttributeName = await store.db.get<string>(keyOf(input.TableName))
  return {
    TimeToLiveDescription: AttributeName
      ? { TimeToLiveStatus: 'ENABLED', AttributeName }
      : { TimeToLiveStatus: 'DISABLED' },
  }
}

export const updateTimeToLiveOperation = (store: DynaliteStore, inTurn: WriteTurn) => (input: TimeToLiveInput) =>
  inTurn(async (_store, notes) => {
    const { TableName, TimeToLiveSpecification } = input
    const { Enabled, AttributeName } = TimeToLiveSpecification
    await findTable(store, TableName)
    const active = await store.db.get<string>(keyOf(TableName))
    if (active && active !== AttributeName) {
      throw validationError(`TimeToLive is active on a different AttributeName: current AttributeName is ${active}`)
    }
    if (Enabled === Boolean(active)) {
      throw validationError(`TimeToLive is already ${Enabled ? 'enabled' : 'disabled'}`)
    }
    const key = keyOf(TableName)
    const write: StoreWrite = Enabled ? { type: 'put', key, value: AttributeName } : { type: 'del', key }
    notes.push(write)
    return { TimeToLiveSpecification }
  })
