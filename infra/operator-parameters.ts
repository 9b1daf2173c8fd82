import { type FunctionArea, functionAreas } from './area-needs.ts'

/** What an operator changes while the product runs, without a release. */
export interface Settings {
  /** The name of a table restored from an earlier point in time, which functions then use instead of the stack's own. */
  restored: string | undefined
  /** What CloudFront shows the gateway, by name: it shows the first, the gateway takes any. */
  edgeSecrets: EdgeSecretNames
  /** The keys that seal proofs, by name: the first seals, what the others have sealed can still be checked. */
  sealKeys: SealKeyNames
  /**
   * How many of a function may run at once: kept free for it, and no more. Empty: none is reserved, which a new account
   * would refuse; it has 10 in all, and of any account 100 must stay unreserved.
   */
  concurrency: Readonly<Partial<Record<FunctionArea, number>>>
  /** Requests a second that the whole API takes, and how many at once beyond that. */
  rateLimit: number
  burstLimit: number
  /** Requests that one address gets in 5 minutes, files included. */
  addressLimit: number
}

export type EdgeSecretNames = readonly [string, ...string[]]

export type SealKeyNames = readonly [string, ...string[]]

export type SettingName = keyof Settings

/** Said to an operator who sets what cannot be. */
export class SettingProblem extends Error {}

const names: Readonly<Record<SettingName, true>> = {
  restored: true,
  edgeSecrets: true,
  sealKeys: true,
  concurrency: true,
  rateLimit: true,
  burstLimit: true,
  addressLimit: true,
}
export const settingNames = Object.keys(names).filter((name): name is SettingName => Object.hasOwn(names, name))

/** Parameter Store takes no empty text. */
const none = 'none'

/**
 * `initial` with what Parameter Store holds, by name, in its place. A name that this release does not know is a later one's.
 * Throws `SettingProblem`.
 */
export function withStored(initial: Settings, stored: Readonly<Record<string, string>>): Settings {
  const take = <T>(name: SettingName, read: (text: string) => T, otherwise: T): T => {
    const text = stored[name]
    if (text === undefined) return otherwise
    try {
      return read(text.trim())
    } catch (error) {
      throw error instanceof SettingProblem ? new SettingProblem(`${name}: ${error.message}.`) : error
    }
  }
  return {
    restored: take('restored', readTableName, initial.restored),
    edgeSecrets: take('edgeSecrets', readSecretNames, initial.edgeSecrets),
    sealKeys: take('sealKeys', readSealKeyNames, initial.sealKeys),
    concurrency: take('concurrency', readConcurrency, initial.concurrency),
    rateLimit: take('rateLimit', wholeNumber(1, 10_000), initial.rateLimit),
    burstLimit: take('burstLimit', wholeNumber(1, 5000), initial.burstLimit),
    addressLimit: take('addressLimit', wholeNumber(10, 2_000_000_000), initial.addressLimit),
  }
}

/** As `operate get` shows them and `operate set` takes them. */
export const settingTexts = (values: Settings): Record<SettingName, string> => ({
  restored: values.restored ?? none,
  edgeSecrets: values.edgeSecrets.join(','),
  sealKeys: values.sealKeys.join(','),
  concurrency: writeConcurrency(values.concurrency),
  rateLimit: String(values.rateLimit),
  burstLimit: String(values.burstLimit),
  addressLimit: String(values.addressLimit),
})

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new SettingProblem(`a whole number from ${least} to ${most} is wanted, not "${text}"`)
  return value
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function readTableName(text: string) {
  if (text === none) return undefined
  if (!/^[\w.-]{3,255}$/.test(text))
    throw new SettingProblem(`"${text}" is no name of a table; "${none}" is the own one`)
  return text
}

export function readSecretNames(text: string): EdgeSecretNames {
  const [first, ...others] = listOf(text)
  if (!first || others.length > 1 || others.includes(first))
    throw new SettingProblem(`one name or two different ones are wanted, such as e1,e2, not "${text}"`)
  for (const name of [first, ...others])
    if (!/^e\d{1,4}$/.test(name)) throw new SettingProblem(`a name is e and a number, such as e2, not "${name}"`)
  return [first, ...others]
}

function readSealKeyNames(text: string): SealKeyNames {
  const [first, ...others] = listOf(text)
  if (!first || new Set([first, ...others]).size <= others.length)
    throw new SettingProblem(`different names are wanted, such as s2,s1, not "${text}"`)
  for (const name of [first, ...others])
    if (!/^s\d{1,4}$/.test(name)) throw new SettingProblem(`a name is s and a number, such as s2, not "${name}"`)
  return [first, ...others]
}

/** Whether a change keeps every key that has sealed: what it sealed could not be checked without it. */
export const keepsSealKeys = (from: SealKeyNames, to: SealKeyNames): boolean => from.every((name) => to.includes(name))

const isArea = (name: string): name is FunctionArea => functionAreas.some((area) => area === name)

function readConcurrency(text: string): Settings['concurrency'] {
  if (text === none) return {}
  const pairs = listOf(text).map((part) => {
    const [area = '', number = ''] = part.split('=')
    if (!isArea(area)) throw new SettingProblem(`"${area}" is no function: ${functionAreas.join(', ')}`)
    return [area, wholeNumber(1, 10_000)(number)] as const
  })
  return Object.fromEntries(pairs)
}

const writeConcurrency = (concurrency: Settings['concurrency']) =>
  Object.entries(concurrency)
    .map(([area, number]) => `${area}=${number}`)
    .join(',') || none

/**
 * Whether one deploy may go from one list to the other. CloudFront and the gateway change at their own pace, in no promised
 * order: what either list shows has to be taken by the other.
 */
export const isOneStep = (from: EdgeSecretNames, to: EdgeSecretNames): boolean =>
  to.includes(from[0]) && from.includes(to[0])
