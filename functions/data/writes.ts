import type { Item, Key, PrimaryKey } from './key.ts'

/** The most writes that one DynamoDB transaction can contain. */
export const transactionLimit = 100

/** The names of the fields that hold numbers. */
type NumericKeys<F> = { [K in keyof F]-?: NonNullable<F[K]> extends number ? K : never }[keyof F] & string
type ListKeys<F> = { [K in keyof F]-?: NonNullable<F[K]> extends readonly unknown[] ? K : never }[keyof F] & string
type Numbers<F> = Partial<Record<NumericKeys<F>, number>>
type Names<F> = readonly (keyof F & string)[]

interface Conditions<F> {
  /** Holds if the item doesn't exist. */
  absent?: true
  /** Holds if the item exists. */
  exists?: true
  /** Holds if these fields have these values. */
  where?: Partial<F>
  /** Holds if the paths have these values. A path leads into a field, such as `times[0]` or `reset_link.hash`. */
  at?: Readonly<Record<`${keyof F & string}${'.' | '['}${string}`, unknown>>
  /** Holds if these lists have these lengths. */
  sizes?: Partial<Record<keyof F, number>>
  has?: Names<F>
  hasNot?: Names<F>
  /** Holds if each of these fields is missing or no greater than its number here. */
  atMost?: Numbers<F>
  above?: Numbers<F>
  /** Holds if no item exists, or if all of these conditions hold. */
  absentOr?: Omit<Conditions<F>, 'absentOr'>
}

/**
 * The conditions of a write, all of which must hold. If one does not, `refused` makes the error. For a single write, `refused`
 * receives the stored item, and the write counts as made if `refused` returns undefined. The stored item may be the result of this
 * very write, because the SDK repeats a write whose response was lost. A repeated transaction cannot fail in this way, because the
 * SDK's token identifies it. In a transaction, `refused` receives undefined.
 */
export interface WriteGuard<T, F = T> extends Conditions<F> {
  refused?: (stored: T | undefined) => Error | undefined
}

export interface ItemFieldChanges<F> {
  set?: Partial<F>
  /** Adds to these numbers. A missing number counts as 0. */
  add?: Numbers<F>
  /** Appends entries to these lists. A missing list counts as empty. */
  append?: Partial<Pick<F, ListKeys<F>>>
  remove?: Names<F>
}

interface Expression {
  condition?: string | undefined
  update?: string | undefined
  names?: Record<string, string> | undefined
  values?: Item | undefined
}

/**
 * A write to the table. The functions `put`, `update`, `remove` and `conditionCheck` make it. Their types allow only fields of the
 * kind of item that is stored under the key.
 */
export interface Write extends Expression {
  readonly key: PrimaryKey
  readonly effect: 'put' | 'update' | 'remove' | 'check'
  readonly item?: Item
  readonly refused: ((stored: Item | undefined) => Error | undefined) | undefined
}

/** Returns the write of an item. It replaces an existing item with the same key. */
export const put = <T, F>(
  key: Key<T, F>,
  value: NoInfer<T>,
  guard: WriteGuard<NoInfer<T>, NoInfer<F>> = {},
): Write => ({
  ...writeOf(key, 'put', guard),
  item: key.kind.write(value),
})

/**
 * Returns a write that changes some of an item's fields, and leaves the other fields as they are. It creates a missing item, unless
 * `guard` requires one.
 */
export const update = <T>(
  key: Key<T>,
  changes: ItemFieldChanges<NoInfer<T>>,
  guard: WriteGuard<NoInfer<T>> = {},
): Write => writeOf(key, 'update', guard, changes)

export const remove = <T, F>(key: Key<T, F>, guard: WriteGuard<NoInfer<T>, NoInfer<F>> = {}): Write =>
  writeOf(key, 'remove', guard)

/** Returns a write that changes nothing, but makes its transaction fail unless the conditions hold. */
export const conditionCheck = <T, F>(key: Key<T, F>, guard: WriteGuard<NoInfer<T>, NoInfer<F>>): Write =>
  writeOf(key, 'check', guard)

function writeOf<T, F>(
  { pk, sk, kind }: Key<T, F>,
  effect: Write['effect'],
  { refused, ...conditions }: WriteGuard<T, F>,
  changes?: ItemFieldChanges<F>,
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

/**
 * Collects the aliases for the field names and values of a write's expressions. Field names need aliases, because many of them are
 * reserved words of DynamoDB.
 */
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

function changeOf<F>({ set, add, append, remove: gone = [] }: ItemFieldChanges<F>, aliases: Aliases): string {
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
