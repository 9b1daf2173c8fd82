import fc from 'fast-check'
import * as runs from '#shared/api/runs.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import type { Person } from '#tests/support/test-app.ts'
import { type CallsOf, managePermission, viewPermission } from './call.ts'
import type { IdRule } from './id-rules.ts'
import { placeholderGenerator, placeholderList } from './placeholders.ts'
import type { Workplace } from './workplace.ts'

const deliveryId: IdRule = { of: 'Delivery', refusal: '404 Delivery not found' }
const packages = { delivery_id: placeholderGenerator('delivery_id'), code: fc.constant(undefined) }
const nothingCounted = { cash: 0, check: 0, card: 0 }

let days = 0
/** Returns a future day on which no one else has a run. */
const aDay = () => addDays('2031-01-01', days++)

interface Options {
  status: DeliveryStatus
  /** The run's driver. By default a person without other deliveries. */
  person?: Person
  date?: string
}

/** Creates a run with one package. */
async function aRun(at: Workplace, { status, person, date = aDay() }: Options) {
  const own = person ?? (await at.aPerson({ roles: at.driver.user.roles }))
  const delivery = await aDelivery(
    at.app,
    { ...at, driver: own },
    { status, delivery_date: date, patient_id: await at.standing('Patient') },
  )
  const params = { date, user_id: own.user.id }
  const done = async () => (await at.app.table.get(at.keys.run(date, own.user.id)))?.version ?? 0
  return { own, params, delivery_id: delivery.id, done }
}

const counting = { body: { counted: { cash: 10.5 }, note: '' } }

/** Creates a run that its driver has closed. */
async function aClosedRun(at: Workplace) {
  const { own, params, done } = await aRun(at, { status: 'delivered', person: at.driver })
  await at.app.call(runs.closeRun, { as: own, params, ...counting })
  return { params, done: async () => (await done()) - 1 }
}

const closed = '409 This run is closed'
/** The refusal of a driver who was deactivated meanwhile. */
const signedOut = '401 Could not validate credentials'
const stale = '503 The service is busy right now. Please try again in a moment.'
const off = /^409 This (package is (not assigned yet|on .+'s run)|delivery is [\w ]+)$/
const still = /^409 (1 delivery is|\d+ deliveries are) still out$/

export const runCalls: CallsOf<typeof runs> = {
  'GET /api/runs': {
    access: managePermission,
    conditional: true,
    leaves: 'run.listed',
    places: { date: fc.constantFrom(undefined, '2031-01-01') },
  },
  'GET /api/runs/{date}/{user_id}': {
    access: viewPermission,
    conditional: true,
    leaves: 'run.read',
    narrowedTo: managePermission,
    ready: async (at) => ({ params: (await aRun(at, { status: 'assigned' })).params }),
  },
  'PUT /api/runs/{date}/{user_id}/order': {
    access: viewPermission,
    leaves: 'run.ordered',
    narrowedTo: managePermission,
    idempotent: true,
    versioned: true,
    async ready(at) {
      const { params, delivery_id, done } = await aRun(at, { status: 'assigned' })
      return { params, body: { delivery_ids: [delivery_id] }, done }
    },
    ids: { 'body.delivery_ids': { of: 'Delivery', refusal: '422 This delivery is not on this run', isList: true } },
    places: { delivery_ids: placeholderList('delivery_ids') },
    races: { run: { reordering: { body: ({ other }) => ({ delivery_ids: [other] }), refusals: [closed] } } },
  },
  'POST /api/runs/{date}/{user_id}/load': {
    access: viewPermission,
    leaves: 'delivery.loaded',
    narrowedTo: managePermission,
    idempotent: true,
    versioned: true,
    async ready(at) {
      const { params, delivery_id, done } = await aRun(at, { status: 'assigned' })
      return { params, body: { delivery_id }, done }
    },
    ids: { 'body.delivery_id': deliveryId },
    places: packages,
    races: {
      run: { loading: { body: ({ waiting }) => ({ delivery_id: waiting }), refusals: [closed, off] } },
    },
  },
  'POST /api/runs/{date}/{user_id}/unload': {
    access: viewPermission,
    leaves: 'delivery.unloaded',
    narrowedTo: managePermission,
    idempotent: true,
    versioned: true,
    async ready(at) {
      const { params, delivery_id, done } = await aRun(at, { status: 'assigned' })
      await at.app.call(runs.loadPackage, { as: at.admin, params, body: { delivery_id } })
      return { params, body: { delivery_id }, done: async () => (await done()) - 1 }
    },
    ids: { 'body.delivery_id': deliveryId },
    places: packages,
    races: { run: { unloading: { body: ({ loaded }) => ({ delivery_id: loaded }), refusals: [closed, off] } } },
  },
  'POST /api/runs/{date}/{user_id}/start': {
    access: viewPermission,
    leaves: 'run.started',
    leavesForEach: 'delivery.started',
    narrowedTo: managePermission,
    idempotent: true,
    versioned: true,
    async ready(at) {
      // The time zone is read from the table, because the fuzz test's random settings may have changed it.
      const { time_zone = 'UTC' } = (await at.app.table.get(at.keys.tenant)) ?? {}
      const date = dayIn(time_zone, at.app.clock.now)
      const { params, done } = await aRun(at, { status: 'assigned', date })
      return { params, body: { include_not_loaded: true }, done }
    },
    races: { run: { starting: { body: () => ({}), refusals: [closed, stale] } } },
  },
  'POST /api/runs/{date}/{user_id}/close': {
    access: viewPermission,
    leaves: 'run.closed',
    narrowedTo: managePermission,
    ownRefusal: 'Only the driver of this run can close it',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const { params, done } = await aRun(at, { status: 'delivered', person: at.caller })
      return { params, ...counting, done }
    },
    races: {
      run: {
        closing: {
          as: (_, { person }) => person,
          body: () => ({ counted: nothingCounted }),
          refusals: [closed, still, '409 Nothing has gone out since the last handover'],
        },
      },
      mistake: {
        'closing its run': {
          as: (_, { person }) => person,
          body: () => ({ counted: nothingCounted }),
          refusals: [closed, signedOut, '409 Nothing has gone out since the last handover'],
        },
      },
    },
  },
  'POST /api/runs/{date}/{user_id}/confirm': {
    access: managePermission,
    leaves: 'run.confirmed',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const { params, done } = await aClosedRun(at)
      return { params, body: { counted: { cash: 10.5 }, reason: 'Paid without a method' }, done }
    },
    races: {
      run: {
        confirming: {
          body: () => ({ counted: nothingCounted, reason: 'None of it is here' }),
          refusals: ['409 This run is not closed'],
        },
      },
      mistake: {
        'confirming its run': {
          body: () => ({ counted: nothingCounted, reason: 'None of it is here' }),
          refusals: ['409 This run is not closed'],
        },
      },
    },
  },
  'POST /api/runs/{date}/{user_id}/reopen': {
    access: managePermission,
    leaves: 'run.reopened',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const { params, done } = await aClosedRun(at)
      return { params, body: { reason: 'Miscounted' }, done }
    },
    races: {
      run: {
        reopening: { body: () => ({ reason: 'Miscounted' }), refusals: ['409 This run is not closed', still] },
      },
      mistake: {
        'reopening its run': { body: () => ({ reason: 'Miscounted' }), refusals: ['409 This run is not closed'] },
      },
    },
  },
}
