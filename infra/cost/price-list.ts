/**
 * What AWS asks in Virginia, in US dollars, before any free allotment and without tax. Put together on 2026-11-22 from what public
 * documents quote of AWS's price pages, which could not be opened themselves: look at https://calculator.aws before you rely on one.
 */
export const priceListDate = '2026-11-22'

const [thousand, million] = [1000, 1_000_000]

/** Of one unit: a month of something, a call, a GB. */
export const prices = {
  apiGatewayCall: 1.0 / million,
  cloudFrontCall: 1.0 / million,
  cloudFrontFunction: 0.1 / million,
  cloudFrontGigabyte: 0.085,
  cloudTrailDataEvent: 0.1 / (100 * thousand),
  alarmMetricMonth: 0.1,
  customMetricMonth: 0.3,
  dashboardMonth: 3,
  logGigabyte: 0.5,
  readUnit: 0.125 / million,
  writeUnit: 0.625 / million,
  tableGigabyteMonth: 0.25,
  pointInTimeGigabyteMonth: 0.2,
  keyMonth: 1,
  keyCall: 0.03 / (10 * thousand),
  lambdaCall: 0.2 / million,
  lambdaGigabyteSecond: 0.0000133334,
  objectPut: 0.005 / thousand,
  objectGet: 0.0004 / thousand,
  objectGigabyteMonth: 0.023,
  otherRegionGigabyte: 0.02,
  secretMonth: 0.4,
  mail: 0.1 / thousand,
  firewallMonth: 5,
  firewallRuleMonth: 1,
  firewallCall: 0.6 / million,
  trace: 5 / million,
} as const

type Priced = keyof typeof prices

/** Of which service each is, as a bill has it. */
export const services: Readonly<Record<Priced, string>> = {
  apiGatewayCall: 'API Gateway',
  cloudFrontCall: 'CloudFront',
  cloudFrontFunction: 'CloudFront',
  cloudFrontGigabyte: 'CloudFront',
  cloudTrailDataEvent: 'CloudTrail',
  alarmMetricMonth: 'CloudWatch',
  customMetricMonth: 'CloudWatch',
  dashboardMonth: 'CloudWatch',
  logGigabyte: 'CloudWatch',
  readUnit: 'DynamoDB',
  writeUnit: 'DynamoDB',
  tableGigabyteMonth: 'DynamoDB',
  pointInTimeGigabyteMonth: 'DynamoDB',
  keyMonth: 'KMS',
  keyCall: 'KMS',
  lambdaCall: 'Lambda',
  lambdaGigabyteSecond: 'Lambda',
  objectPut: 'S3',
  objectGet: 'S3',
  objectGigabyteMonth: 'S3',
  otherRegionGigabyte: 'S3',
  secretMonth: 'Secrets Manager',
  mail: 'SES',
  firewallMonth: 'WAF',
  firewallRuleMonth: 'WAF',
  firewallCall: 'WAF',
  trace: 'X-Ray',
}

/** How much of what. */
export type Usage = Readonly<Partial<Record<Priced, number>>>

const isPriced = (name: string): name is Priced => Object.hasOwn(prices, name)

export const sumOfUsage = (parts: readonly Usage[]): Usage => {
  const total: Partial<Record<Priced, number>> = {}
  for (const part of parts)
    for (const [name, amount] of Object.entries(part)) if (isPriced(name)) total[name] = (total[name] ?? 0) + amount
  return total
}

/** US dollars by service, the dearest first. */
export function costByService(usage: Usage): [service: string, dollars: number][] {
  const byService = new Map<string, number>()
  for (const [name, amount] of Object.entries(usage))
    if (isPriced(name)) byService.set(services[name], (byService.get(services[name]) ?? 0) + amount * prices[name])
  return [...byService].sort(([, one], [, other]) => other - one)
}

export const costOf = (usage: Usage): number => costByService(usage).reduce((sum, [, dollars]) => sum + dollars, 0)
