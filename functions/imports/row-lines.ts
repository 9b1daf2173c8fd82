import { type RxRow, rxRow, type SkuRow } from '#shared/model/delivery-form.ts'
import type { ImportedRx } from '#shared/model/import.ts'
import { toDollars } from '#shared/rules/money.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { DeliveryRowRequest } from './patient-of-row.ts'

/** The prescriptions and items of deliveries. */
export interface DeliveryLines {
  rx: readonly RxRow[]
  sku: readonly SkuRow[]
}

/** The lines of an import's row beside stored ones of the same kind. */
interface ComparedLines<L> {
  /** The stored lines, with the values that the row has for them. */
  remaining: L[]
  /** The row's lines that are not stored. */
  fresh: L[]
  /** All lines of the row, in its order, with the stored values of what it leaves out. */
  all: L[]
}

/** Returns the prescriptions and items of deliveries, with amounts in dollars. */
export const linesOfDeliveries = (deliveries: readonly StoredDelivery[]): DeliveryLines => ({
  rx: deliveries.flatMap((delivery) =>
    delivery.rx_information.map((line) => ({ ...line, copay: toDollars(line.copay) })),
  ),
  sku: deliveries.flatMap((delivery) =>
    delivery.sku_information.map((line) => ({ ...line, price: toDollars(line.price) })),
  ),
})

/** Compares the prescriptions and items of a row with stored ones, by their numbers. */
export const compareLines = ({ sent }: DeliveryRowRequest, stored: DeliveryLines) => ({
  rx: compare(stored.rx, (sent.rx_information ?? []).map(completed), ({ rx_number }) => rx_number),
  sku: compare(
    stored.sku,
    (sent.sku_information ?? []).map((line) => ({ line, given: line })),
    ({ sku_number }) => sku_number,
  ),
})
type ComparedRow = ReturnType<typeof compareLines>

export const freshLines = ({ rx, sku }: ComparedRow): DeliveryLines => ({ rx: rx.fresh, sku: sku.fresh })

export const countLines = ({ rx, sku }: DeliveryLines): number => rx.length + sku.length

/** Whether the row has a line that is stored. */
export const sharesLine = ({ rx, sku }: ComparedRow): boolean =>
  rx.fresh.length < rx.all.length || sku.fresh.length < sku.all.length

/** Returns the fields of an edit that puts the row's lines, if it has any, in the place of the delivery's. */
export const replacedLines = ({ sent }: DeliveryRowRequest, { rx, sku }: ComparedRow) => ({
  ...(sent.rx_information && { rx_information: replacement(rx) }),
  ...(sent.sku_information && { sku_information: replacement(sku) }),
})

/** Returns the fields of an edit that adds the `fresh` lines to the delivery's. */
export const addedLines = ({ sent }: DeliveryRowRequest, { rx, sku }: ComparedRow, fresh: DeliveryLines) => ({
  ...(sent.rx_information && { rx_information: [...rx.remaining, ...fresh.rx] }),
  ...(sent.sku_information && { sku_information: [...sku.remaining, ...fresh.sku] }),
})

/** If the row has the same lines as the delivery, their order stays. */
const replacement = <L>({ remaining, fresh, all }: ComparedLines<L>) =>
  fresh.length === 0 && remaining.length === all.length ? remaining : all

interface SentLine<L> {
  line: L
  /** The values that the row has, without defaults. */
  given: Partial<L>
}

const completed = (sent: ImportedRx): SentLine<RxRow> => ({
  line: rxRow().parse(sent),
  given: Object.fromEntries(Object.entries(sent).filter(([, value]) => isFilled(value))),
})

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Gives each line a name that counts how often its number occurs before it, because a delivery may have a number twice. */
function named<T>(lines: readonly T[], numberOf: (line: T) => string): Map<string, T> {
  const counts = new Map<string, number>()
  return new Map(
    lines.map((line) => {
      const number = numberOf(line)
      const count = (counts.get(number) ?? 0) + 1
      counts.set(number, count)
      return [`${count} ${number}`, line]
    }),
  )
}

function compare<L>(
  stored: readonly L[],
  sent: readonly SentLine<L>[],
  numberOf: (line: L) => string,
): ComparedLines<L> {
  const before = named(stored, numberOf)
  const after = new Map<string, L>()
  for (const [name, { line, given }] of named(sent, (one) => numberOf(one.line))) {
    const known = before.get(name)
    after.set(name, known ? { ...known, ...given } : line)
  }
  return {
    remaining: [...before].map(([name, line]) => after.get(name) ?? line),
    fresh: [...after].flatMap(([name, line]) => (before.has(name) ? [] : [line])),
    all: [...after.values()],
  }
}
