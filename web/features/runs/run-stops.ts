import type { Run, RunDelivery } from '#shared/model/run.ts'
import { streetLine, toCollectText } from '../deliveries/delivery-text.ts'
import { needsInWords } from '../deliveries/marks/needs-badges.tsx'
import type { ShownAction } from '../deliveries/unsent/door-action.ts'
import type { StoredRunAction } from '../deliveries/unsent/run-actions.ts'
import { isWaitingToBeSent } from '../deliveries/unsent/unsent.tsx'

/**
 * A stop of a run: the packages to one address and unit, or to one facility, that are handed over together. They may be for
 * several patients.
 */
export interface RunStop {
  /** Counted from 1. */
  number: number
  packages: readonly RunDelivery[]
}

/** Returns a package as it will be once the server accepts a completion, a return or a failed attempt that waits on this phone. */
function afterAction(delivery: RunDelivery, { kind, attempt, pressedAt }: ShownAction): RunDelivery {
  if (kind === 'completion') return { ...delivery, status: 'delivered' }
  if (kind === 'return') return { ...delivery, returned_at: pressedAt }
  const tried = { reason: attempt?.reason ?? '', note: attempt?.note ?? '', attempted_by: '' }
  const attempts = [...delivery.attempts, { ...tried, attempted_at: pressedAt, captured_at: pressedAt }]
  return { ...delivery, status: 'failed', returned_at: null, attempts }
}

/** Returns the run as it will be once the server accepts everything that waits on this phone. */
export function runAfterActions(run: Run, actions: readonly ShownAction[]): Run {
  const of = ({ id }: RunDelivery) => actions.filter((action) => action.deliveryId === id && isWaitingToBeSent(action))
  return { ...run, deliveries: run.deliveries.map((delivery) => of(delivery).reduce(afterAction, delivery)) }
}

function afterRunAction(run: Run, { kind, body, params, pressedAt }: StoredRunAction): Run {
  if (params.date !== run.date || params.user_id !== run.person.id) return run
  const changed = (change: (delivery: RunDelivery) => Partial<RunDelivery>) =>
    run.deliveries.map((delivery) => ({ ...delivery, ...change(delivery) }))
  switch (kind) {
    case 'load':
    case 'unload': {
      const loaded_at = kind === 'load' ? pressedAt : null
      return { ...run, deliveries: changed(({ id }) => (id === body.delivery_id ? { loaded_at } : {})) }
    }
    case 'start': {
      const goesOut = ({ status, loaded_at }: RunDelivery) =>
        status === 'assigned' && (body.include_not_loaded || loaded_at !== null)
      const state = run.deliveries.some(goesOut) ? 'out' : run.state
      return { ...run, state, deliveries: changed((one) => (goesOut(one) ? { status: 'in_progress' } : {})) }
    }
    case 'order': {
      const placeOf = ({ id }: RunDelivery) => body.delivery_ids.indexOf(id) + 1 || run.deliveries.length + 1
      return { ...run, deliveries: run.deliveries.toSorted((a, b) => placeOf(a) - placeOf(b)) }
    }
  }
}

/** Returns the run as it will be once the server accepts what this phone has to send about it, apart from actions at doors. */
export const runAfterRunActions = (run: Run, actions: readonly StoredRunAction[]): Run =>
  actions.reduce(afterRunAction, run)

/** Groups the packages of a run by stop. The stops keep their order. */
export function groupByStop({ deliveries }: Pick<Run, 'deliveries'>): RunStop[] {
  const stops = new Map<number, RunDelivery[]>()
  for (const delivery of deliveries) stops.set(delivery.stop, [...(stops.get(delivery.stop) ?? []), delivery])
  return [...stops].map(([number, packages]) => ({ number, packages }))
}

/** A function that returns a package's name for the labels of its controls. */
export type PackageNameLookup = (delivery: RunDelivery) => string

/** Returns what the packages of a stop need together, in words and without duplicates, and the sum to collect. */
export function stopNeeds({ packages }: RunStop): string[] {
  const due = dollarsToCollect(packages)
  const others = packages.flatMap((delivery) => needsInWords({ ...delivery, amount_due: 0 }))
  return [
    ...(packages.length > 1 ? [countedNounText(packages.length, 'package')] : []),
    ...(due > 0 ? [toCollectText(due)] : []),
    ...new Set(others),
  ]
}

/** Returns the names of the patients at a stop. Of more than three, as in a nursing home, only the first is named. */
export function patientNamesAt({ packages }: RunStop) {
  const names = [...new Set(packages.map(({ patient_name }) => patient_name))]
  return names.length > 3 ? `${names[0]} and ${names.length - 1} more` : names.join(', ')
}

/** Whether the packages of a stop go to different rooms or apartments. */
export const hasSeveralUnits = ({ packages }: RunStop) =>
  new Set(packages.map(({ apt_suite_building }) => apt_suite_building)).size > 1

/** Returns the street of a stop, with the unit only if all packages go to the same one. */
export const stopStreetLine = (stop: RunStop, first: RunDelivery) =>
  hasSeveralUnits(stop) ? first.delivery_address : streetLine(first)

/** Whether the package waits to be handed over, at the pharmacy or in the car. */
const waits = ({ status }: Pick<RunDelivery, 'status'>) => status === 'assigned' || status === 'in_progress'

export const isStopDone = ({ packages }: RunStop) => !packages.some(waits)

const isOut = ({ status }: Pick<RunDelivery, 'status'>) => status === 'in_progress'

/** Returns the packages of a stop that can be handed over. Each has the other ones as `companions`. */
export const packagesToHandOver = ({ packages }: RunStop) =>
  packages.filter(isOut).map((first, _, out) => ({ ...first, companions: out.filter(({ id }) => id !== first.id) }))

export const isPackageToBringBack = ({ status, returned_at }: RunDelivery) =>
  status === 'failed' && returned_at === null

const isLoadable = ({ status }: RunDelivery) => status === 'assigned'

/** Returns the packages that wait to go out, whether they are loaded or not. */
export const packagesNotStarted = (deliveries: readonly RunDelivery[]) => deliveries.filter(isLoadable)

export const packagesNotLoaded = (deliveries: readonly RunDelivery[]) =>
  packagesNotStarted(deliveries).filter(({ loaded_at }) => loaded_at === null)

/** Returns the dollars that are still to be collected, for packages that are assigned or under way. */
export const dollarsToCollect = (deliveries: readonly RunDelivery[]) =>
  deliveries.filter(waits).reduce((cents, { amount_due }) => cents + Math.round(amount_due * 100), 0) / 100

/**
 * Moves the stop `number` to the position `to`, counted from 0, and returns the ids of all packages in the new order. Returns
 * undefined if there is no such stop or position.
 */
export function packageIdsAfterMove(stops: readonly RunStop[], number: number, to: number): string[] | undefined {
  const from = stops.findIndex((stop) => stop.number === number)
  const moved = stops[from]
  if (!moved || to < 0 || to >= stops.length) return undefined
  const others = stops.filter((stop) => stop !== moved)
  return [...others.slice(0, to), moved, ...others.slice(to)].flatMap(({ packages }) => packages.map(({ id }) => id))
}

/** `1 package is not loaded`, `3 packages are not loaded`. */
export const packagesNotLoadedText = (count: number) =>
  count === 1 ? '1 package is not loaded' : `${count} packages are not loaded`

export const countedNounText = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** Whether the server has refused something that this phone recorded for a package of this stop. */
export const hasRefusedAction = ({ packages }: RunStop, actions: readonly ShownAction[]) =>
  packages.some(({ id }) => actions.some((action) => action.deliveryId === id && !isWaitingToBeSent(action)))
