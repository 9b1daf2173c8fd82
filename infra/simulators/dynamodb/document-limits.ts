import type { DynamodbItem, DynamodbValue } from './dynalite.ts'

/**
 * The largest number of maps and lists that may surround a value. Together with the attribute itself, that makes DynamoDB's 32
 * levels.
 */
const deepest = 31
const longestNumber = { digits: 38, integerDigits: 126 }

const tooDeep = 'Nesting Levels have exceeded supported limits'

/** Returns DynamoDB's refusal of an item that is put, if the item is nested too deeply. */
export function itemProblem(item: DynamodbItem): string | undefined {
  return isTooDeep(item) ? tooDeepItem : undefined
}

/** Returns DynamoDB's refusal of an expression's values, if one of them is nested too deeply. */
export function expressionValuesProblem(values: DynamodbItem): string | undefined {
  const faulty = Object.keys(values).find((name) => isTooDeep({ [name]: values[name] ?? {} }))
  return faulty && `ExpressionAttributeValues contains invalid value: ${tooDeepItem} for key ${faulty}`
}

/** Returns DynamoDB's refusal of an update after which the item is nested too deeply, or has a number with too many digits. */
export function updatedItemProblem(item: DynamodbItem): string | undefined {
  if (isTooDeep(item)) return tooDeep
  if (Object.values(item).some(hasLongNumber)) {
    return 'Number overflow. Attempting to store a number with magnitude larger than supported range'
  }
  return undefined
}

const tooDeepItem = `${tooDeep}: Attributes in the item have nested levels beyond supported limit`

const isTooDeep = (item: DynamodbItem) => Object.values(item).some((value) => depthOf(value) > deepest)

function depthOf(value: DynamodbValue): number {
  if (!value.L && !value.M) return 0
  return 1 + Math.max(0, ...membersOf(value).map(depthOf))
}

function hasLongNumber(value: DynamodbValue): boolean {
  return [value.N ?? [], value.NS ?? []].flat().some(isLong) || membersOf(value).some(hasLongNumber)
}

/** Returns whether a number has too many digits. The number has no exponent, because dynalite writes all digits. */
function isLong(number: string): boolean {
  const [integer = ''] = number.replace('-', '').split('.')
  const digits = number.replace(/[-.]/g, '').replace(/^0+|0+$/g, '')
  return digits.length > longestNumber.digits || integer.length > longestNumber.integerDigits
}

const membersOf = ({ L = [], M = {} }: DynamodbValue): DynamodbValue[] => [...L, ...Object.values(M)]
