import type { Run, RunDelivery } from '#shared/model/run.ts'
import type { ActNote } from '../deliveries/unsent/act.ts'
import { isWaiting } from '../deliveries/unsent/unsent.tsx'

/** What is handed over at one door. */
export interface Stop {
  /** Counted from 1. */
  number: number
  packages: readonly RunDelivery[]
}

/** A package as it is for whoever stands at its door: with what waits on this phone. */
function afterAct(delivery: RunDelivery, { kind, attempt, pressedAt }: ActNote): RunDelivery {
  if (kind === 'completion') return { ...delivery, status: 'delivered' }
  if (kind === 'return') return { ...delivery, returned_at: pressedAt }
  const tried = { reason: attempt?.reason ?? '', note: attempt?.note ?? '', attempted_by: '' }
  const attempts = [...delivery.attempts, { ...tried, attempted_at: pressedAt, captured_at: pressedAt }]
  return { ...delivery, status: 'failed', returned_at: null, attempts }
}

/** The run with what was done at its doors and waits on this phone. */
export function withActs(run: Run, acts: readonly ActNote[]): Run {
  const of = ({ id }: RunDelivery) => acts.filter((act) => act.deliveryId === id && isWaiting(act))
  return { ...run, deliveries: run.deliveries.map((delivery) => of(delivery).reduce(afterAct, delivery)) }
}

/** The stops of a run in their order. */
export function stopsOf({ deliveries }: Pick<Run, 'deliveries'>): Stop[] {
  const stops = new Map<number, RunDelivery[]>()
  for (const delivery of deliveries) stops.set(delivery.stop, [...(stops.get(delivery.stop) ?? []), delivery])
  return [...stops].map(([number, packages]) => ({ number, packages }))
}

/** What the controls of a package call it. */
export type NameOf = (delivery: RunDelivery) => string

/** Everybody who lives or waits there. */
export const namesOf = ({ packages }: Stop) => [...new Set(packages.map(({ patient_name }) => patient_name))].join(', ')

/** It still has to be handed over. */
const waits = ({ status }: Pick<RunDelivery, 'status'>) => status === 'assigned' || status === 'in_progress'

export const isStopDone = ({ packages }: Stop) => !packages.some(waits)

const isOut = ({ status }: Pick<RunDelivery, 'status'>) => status === 'in_progress'

/** What can be handed over at a stop, in any order: each package together with the others. */
export const handedOver = ({ packages }: Stop) =>
  packages.filter(isOut).map((first, _, out) => ({ ...first, companions: out.filter(({ id }) => id !== first.id) }))

export const isToBringBack = ({ status, returned_at }: RunDelivery) => status === 'failed' && returned_at === null

const isLoadable = ({ status }: RunDelivery) => status === 'assigned'

export const toLoad = (deliveries: readonly RunDelivery[]) => deliveries.filter(isLoadable)

export const notLoaded = (deliveries: readonly RunDelivery[]) =>
  toLoad(deliveries).filter(({ loaded_at }) => loaded_at === null)

/** Dollars that are still to be collected, of what is assigned or out. */
export const stillToCollect = (deliveries: readonly RunDelivery[]) =>
  deliveries.filter(waits).reduce((cents, { amount_due }) => cents + Math.round(amount_due * 100), 0) / 100

/** The ids of all packages with one stop moved to another place, counted from 0. */
export function movedStop(stops: readonly Stop[], number: number, to: number): string[] | undefined {
  const from = stops.findIndex((stop) => stop.number === number)
  const moved = stops[from]
  if (!moved || to < 0 || to >= stops.length) return undefined
  const others = stops.filter((stop) => stop !== moved)
  return [...others.slice(0, to), moved, ...others.slice(to)].flatMap(({ packages }) => packages.map(({ id }) => id))
}

/** `1 package is not loaded`, `3 packages are not loaded`. */
export const notLoadedText = (count: number) =>
  count === 1 ? '1 package is not loaded' : `${count} packages are not loaded`

export const countOf = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** Whether the server has refused what was done at this door. */
export const isRefused = ({ packages }: Stop, acts: readonly ActNote[]) =>
  packages.some(({ id }) => acts.some((act) => act.deliveryId === id && !isWaiting(act)))
