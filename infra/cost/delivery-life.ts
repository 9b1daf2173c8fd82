import type { Usage } from './price-list.ts'

/** One call of a delivery's life, and what it asks of AWS; a test makes each of them and counts. */
interface LifeCall {
  name: string
  /** How often it happens to one delivery. */
  times: number
  /** Commands to the table: each is an event of the trail. */
  tableCalls: number
  /** As `npm run bench -- costs` counts them. */
  writeUnits: number
  /** With the two units and a query by which the caller is known. */
  readUnits: number
  objectPuts?: number
  objectGets?: number
}

/**
 * From the counter to the signature: written down, given to a person, shown in the lists that staff and driver look at (its part of
 * them: a list shows fifty), opened, started, photographed, signed.
 */
export const deliveryLife: readonly LifeCall[] = [
  { name: 'create', times: 1, tableCalls: 5, writeUnits: 34, readUnits: 5 },
  { name: 'assign', times: 1, tableCalls: 5, writeUnits: 34, readUnits: 5 },
  { name: 'start', times: 1, tableCalls: 4, writeUnits: 28, readUnits: 4 },
  { name: 'upload', times: 1, tableCalls: 4, writeUnits: 13, readUnits: 4, objectPuts: 1 },
  { name: 'complete', times: 1, tableCalls: 5, writeUnits: 62, readUnits: 5, objectPuts: 2, objectGets: 1 },
  { name: 'list', times: 2, tableCalls: 10, writeUnits: 5, readUnits: 10 },
  { name: 'read', times: 4, tableCalls: 4, writeUnits: 13, readUnits: 4, objectGets: 2 },
]

/** What is not counted but taken: seconds of a function of 1 GB (p50 of the bench, and again as much), bytes of logs and answers. */
const assumed = { seconds: 0.06, logBytes: 1500, answerBytes: 8000, photoBytes: 400_000, traced: 0.05, months: 12 }

/** A prescription's mail, if its organisation invites anybody, is nobody's part of it; the pages of the app are kept by browsers. */
export function lifeUsage({ hasSecondRegion }: { hasSecondRegion: boolean }): Usage {
  const sum = (part: (call: LifeCall) => number) =>
    deliveryLife.reduce((total, call) => total + call.times * part(call), 0)
  const calls = sum(() => 1)
  const [puts, gets, tableCalls] = [
    sum(({ objectPuts = 0 }) => objectPuts),
    sum(({ objectGets = 0 }) => objectGets),
    sum((c) => c.tableCalls),
  ]
  const gigabytes = assumed.photoBytes / 1e9
  return {
    apiGatewayCall: calls,
    cloudFrontCall: calls,
    cloudFrontFunction: calls,
    cloudFrontGigabyte: (calls * assumed.answerBytes) / 1e9,
    firewallCall: calls,
    lambdaCall: calls,
    lambdaGigabyteSecond: calls * assumed.seconds,
    trace: calls * assumed.traced,
    // Of the function, the gateway and CloudFront.
    logGigabyte: (calls * assumed.logBytes) / 1e9,
    readUnit: sum(({ readUnits }) => readUnits),
    writeUnit: sum(({ writeUnits }) => writeUnits),
    keyCall: puts + gets,
    objectPut: puts + (hasSecondRegion ? puts : 0),
    objectGet: gets,
    objectGigabyteMonth: gigabytes * assumed.months * (hasSecondRegion ? 2 : 1),
    ...(hasSecondRegion && { otherRegionGigabyte: gigabytes, cloudTrailDataEvent: tableCalls + puts + gets }),
  }
}
