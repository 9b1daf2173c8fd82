/** A kind of figure, and the limits that its figures must meet. */
interface Kind {
  /** What the figures say, to be followed by the subject of one. */
  title: string
  /** The digits after the point. Two figures that are alike so far count as equal. */
  digits: number
  /**
   * The limit of every figure of the kind, but for the subjects in `mostOf`, which are named as a whole or up to a colon. Undefined if
   * there is none.
   */
  most?: number
  mostOf?: Readonly<Record<string, number>>
  /**
   * The limits that are proposed in place of those that plain means do not reach, by subject or for all subjects. Why is written in
   * `tests/decisions/proposed-limits.md`.
   */
  proposed?: number
  proposedOf?: Readonly<Record<string, number>>
  /** A guide can be missed for a reason, and does not fail `npm run bench -- limits`. */
  isGuide?: true
  /** The factor by which the figure may grow over its last value without an explanation. */
  mayGrow?: number
}

const define = <Name extends string>(kinds: Readonly<Record<Name, Kind>>) => kinds

/** Everything that is measured. What people feel has limits; what saves units that no one feels is a price without a limit. */
export const kinds = define({
  phoneMs: { title: 'on a phone, ms', digits: 0 },
  phone: {
    title: 'on a phone, × React alone',
    digits: 2,
    most: 3,
    mostOf: { login: 1.4, signUp: 1.9, dashboard: 2.4, myRun: 2.4 },
    proposedOf: { login: 1.7 },
  },
  again: { title: 'opened again, × the first time', digits: 2, most: 1 },
  openedMs: { title: 'My Run opened on a phone, ms', digits: 0 },
  openedKb: { title: 'kB over the network as My Run opens', digits: 1 },
  // From the slope of a line, which is true to a tenth.
  waits: {
    title: 'waits one after the other',
    digits: 1,
    most: 3.1,
    mostOf: { login: 2.1, 'deliveries, again': 2.1 },
    proposedOf: { patient: 4.2 },
  },
  shift: { title: 'layout shift until idle', digits: 3, most: 0.02 },
  interactive: {
    title: 'interactive, processor ÷ 4, × React alone',
    digits: 1,
    mostOf: { deliveries: 5 },
    proposedOf: { deliveries: 10 },
  },
  firstRow: { title: 'first row of a list, processor ÷ 4, × the same with 11 rows', digits: 2, most: 1.3 },
  press: { title: 'a press until the next picture, processor ÷ 4, ms', digits: 0, most: 200 },
  cold: {
    title: 'cold start, × a bare function',
    digits: 2,
    most: 1.25,
    mostOf: { 'deliveries, a list': 1.4 },
    proposed: 2.3,
    proposedOf: { 'deliveries, a list': 2.8 },
  },
  cpu: {
    title: 'CPU of a call, × a bare function with the same reads and writes',
    digits: 2,
    most: 1.25,
    proposed: 1.35,
  },
  itemsPerRow: { title: 'items read per row', digits: 2, most: 1.2 },
  p50: { title: 'p50, × the same in a tenant of 1,000', digits: 2, most: 1.15 },
  p99: { title: 'p99, × the same in a tenant of 1,000', digits: 2, most: 1.5 },
  // Counts the wait in which a view is recorded, but not the one in which the caller is found out.
  tableWaits: {
    title: 'waits for the table',
    digits: 0,
    mostOf: { list: 3, detail: 2, completion: 1 },
    proposedOf: { completion: 2 },
  },
  tableRequests: { title: 'requests to the table', digits: 0 },
  addressTiming: {
    title: 'how far the time of a response tells a known address: AUC’s distance from 0.5',
    digits: 3,
    most: 0.05,
    proposedOf: { 'wrong password': 0.1, 'no password yet': 0.1, deactivated: 0.1, registered: 0.1 },
  },
  seconds: { title: 'seconds for 1,000 imported or 200 audited deliveries', digits: 1, most: 60 },
  megabytes: { title: 'MB of the browser for 200 deliveries', digits: 0, most: 500 },
  dollars: { title: '$ for 1,000 deliveries', digits: 3, mayGrow: 1.1 },
  script: {
    title: 'script (gzip), × React alone',
    digits: 2,
    most: 3,
    mostOf: { login: 1.7, deliveries: 2.8, myRun: 2.6 },
    isGuide: true,
  },
  ownScript: { title: 'script that only this page loads, × React alone', digits: 2, most: 0.35, isGuide: true },
  css: { title: 'CSS (gzip), kB', digits: 1, most: 17, mostOf: { login: 2 }, isGuide: true },
  // As much as a bare function that is bundled without our two plugins.
  startBytes: { title: 'bytes at a cold start (gzip), × a bare function', digits: 2, most: 1.69, isGuide: true },
  listBytes: { title: 'bytes of a list, × what the screen uses', digits: 2, most: 1.1, isGuide: true },
})

export type KindName = keyof typeof kinds

/** Returns true if a limit for `named` is one for the subject. */
export const isNamed = (named: string, subject: string) => subject === named || subject.startsWith(`${named}:`)

export function limitOf(kind: KindName, subject: string): number | undefined {
  const { most, mostOf = {} } = kinds[kind]
  return valueFor(subject, mostOf) ?? most
}

/** Returns the limit that is proposed in place of `limitOf`, if there is one. */
export function proposedLimitOf(kind: KindName, subject: string): number | undefined {
  const { proposed, proposedOf = {} } = kinds[kind]
  return valueFor(subject, proposedOf) ?? proposed
}

function valueFor(subject: string, values: Readonly<Record<string, number>>): number | undefined {
  const named = Object.keys(values).find((name) => isNamed(name, subject))
  return named === undefined ? undefined : values[named]
}
