import type { Item, Key, PrimaryKey } from './key.ts'

/** Writes that DynamoDB takes in one transaction. */
export const transactionLimit = 100

/** The names of those of its fields that hold a number. */
type NumericKeys<F> = { [K in keyof F]-?: NonNullable<F[K]> extends number ? K : never }[keyof F] & string
type ListKeys<F> = { [K in keyof F]-?: NonNullable<F[K]> extends readonly unknown[] ? K : never }[keyof F] & string
type Numbers<F> = Partial<Record<NumericKeys<F>, number>>
type Names<F> = readonly (keyof F & string)[]

interface Conditions<F> {
  /** Nothing lies there yet. */
  absent?: true
  /** Something lies there. */
  exists?: true
  /** These fields have these values. */
  where?: Partial<F>
  /** What lies at these paths inside of fields has these values: `times[0]`, `reset_link.hash`. */
  at?: Readonly<Record<`${keyof F & string}${'.' | '['}${string}`, unknown>>
  /** These lists have so many entries. */
  sizes?: Partial<Record<keyof F, number>>
  has?: Names<F>
  hasNot?: Names<F>
  /** The number is not greater than this. The condition holds for a missing field too. */
  atMost?: Numbers<F>
  above?: Numbers<F>
  /** Nothing lies there yet, or these conditions hold. */
  absentOr?: Omit<Conditions<F>, 'absentOr'>
}

/**
 * On which conditions a write takes effect, all of them together. `refused` is thrown when they do not hold. Of a write on its own
 * it gets what lies there then, which may be the write itself: the SDK tries again when an answer is lost. A transaction is told
 * from its own repeat by the SDK's token.
 */
export interface Guard<T, F = T> extends Conditions<F> {
  refused?: (stored: T | undefined) => Error | undefined
}

export interface Changes<F> {
  set?: Partial<F>
  /** Adds to numbers; a missing one counts as 0. */
  add?: Numbers<F>
  /** Puts entries behind those of lists; a missing one counts as empty. */
  append?: Partial<Pick<F, ListKeys<F>>>
  remove?: Names<F>
}

interface Expression {
  condition?: string | undefined
  update?: string | undefined
  names?: Record<string, string> | undefined
  values?: Item | undefined
}

/** One part of a write, made by the functions below: what it says of an item is checked against the item's key. */
export interface Write extends Expression {
  readonly key: PrimaryKey
  readonly effect: 'put' | 'update' | 'remove' | 'check'
  readonly item?: Item
  readonly refused: ((stored: Item | undefined) => Error | undefined) | undefined
}

/** Puts a whole item in place of whatever lies there. */
export const put = <T, F>(key: Key<T, F>, value: NoInfer<T>, guard: Guard<NoInfer<T>, NoInfer<F>> = {}): Write => ({
  ...writeOf(key, 'put', guard),
  item: key.kind.write(value),
})

/** Changes single fields of an item, and leaves its others to other writers. */
export const update = <T>(key: Key<T>, changes: Changes<NoInfer<T>>, guard: Guard<NoInfer<T>> = {}): Write =>
  writeOf(key, 'update', guard, changes)

export const remove = <T, F>(key: Key<T, F>, guard: Guard<NoInfer<T>, NoInfer<F>> = {}): Write =>
  writeOf(key, 'remove', guard)

/** Writes nothing: the others of its transaction take effect only if its conditions hold. */
export const check = <T, F>(key: Key<T, F>, guard: Guard<NoInfer<T>, NoInfer<F>>): Write => writeOf(key, 'check', guard)

function writeOf<T, F>(
  { pk, sk, kind }: Key<T, F>,
  effect: Write['effect'],
  { refused, ...conditions }: Guard<T, F>,
  changes?: Changes<F>,
): Write {
  const aliases = new Aliases()
  const condition = conditionOf(conditions, aliases).join(' AND ')
  const change = changes && changeOf(changes, aliases)
  return {
    key: { pk, sk },
    effect,
    ...(condition && { condition }),
    ...(change && { update: change }),
    ...aliases.attributes(),
    refused: refused && ((stored) => refused(stored && kind.read(stored))),
  }
}

/** Fields go by other names in an expression: many are words of DynamoDB's own. */
class Aliases {
  private readonly names: string[] = []
  private readonly values: unknown[] = []

  name(path: string): string {
    return path.replace(/[a-z_]\w*/gi, (field) => {
      const known = this.names.indexOf(field)
      return `#${known >= 0 ? known : this.names.push(field) - 1}`
    })
  }

  value(content: unknown): string {
    return `:${this.values.push(content) - 1}`
  }

  attributes(): Pick<Expression, 'names' | 'values'> {
    const entries = <V>(sign: string, list: readonly V[]) =>
      Object.fromEntries(list.map((content, i) => [`${sign}${i}`, content]))
    return {
      ...(this.names.length > 0 && { names: entries('#', this.names) }),
      ...(this.values.length > 0 && { values: entries(':', this.values) }),
    }
  }
}

const keysIn = (fields: object = {}) => Object.entries<unknown>({ ...fields })

function conditionOf<F>(conditions: Conditions<F>, aliases: Aliases): string[] {
  const { absent, exists, where, at, sizes, has = [], hasNot = [], atMost, above, absentOr } = conditions
  const compared = (fields: object | undefined, sign: string) =>
    keysIn(fields).map(([field, content]) => `${aliases.name(field)} ${sign} ${aliases.value(content)}`)
  return [
    ...(absent ? ['attribute_not_exists(pk)'] : []),
    ...(exists ? ['attribute_exists(pk)'] : []),
    ...compared(where, '='),
    ...compared(at, '='),
    ...keysIn(sizes).map(([field, size]) => `size(${aliases.name(field)}) = ${aliases.value(size)}`),
    ...has.map((field) => `attribute_exists(${aliases.name(field)})`),
    ...hasNot.map((field) => `attribute_not_exists(${aliases.name(field)})`),
    ...compared(atMost, '>').map((comparison) => `NOT ${comparison}`),
    ...compared(above, '>'),
    ...(absentOr ? [`(attribute_not_exists(pk) OR (${conditionOf(absentOr, aliases).join(' AND ')}))`] : []),
  ]
}

function changeOf<F>({ set, add, append, remove: gone = [] }: Changes<F>, aliases: Aliases): string {
  const pairs = (fields: object | undefined, between: string) =>
    keysIn(fields).map(([field, content]) => `${aliases.name(field)}${between}${aliases.value(content)}`)
  const clause = (word: string, parts: readonly string[]) => (parts.length > 0 ? [`${word} ${parts.join(', ')}`] : [])
  const appended = keysIn(append).map(([field, entries]) => {
    const name = aliases.name(field)
    return `${name} = list_append(if_not_exists(${name}, ${aliases.value([])}), ${aliases.value(entries)})`
  })
  return [
    ...clause('SET', [...pairs(set, ' = '), ...appended]),
    ...clause('ADD', pairs(add, ' ')),
    ...clause(
      'REMOVE',
      gone.map((field) => aliases.name(field)),
    ),
  ].join(' ')
}
