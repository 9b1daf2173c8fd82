import type { Table } from '#functions/data/table.ts'

/** The requests to the table, and what they read. */
export interface TableRequestCounts {
  /** Requests to DynamoDB. */
  requests: number
  /** Round trips: the longest chain of requests that wait for one another. */
  trips: number
  /** The items that queries read. */
  items: number
  /**
   * The capacity units of what was read, at least half a unit for each request: for a query that finds nothing, DynamoDB takes half a
   * unit, but the stand-in none.
   */
  readUnits: number
}

/** Counts from now on the requests that pass through a table, and what they read. */
export function countTableRequests(table: Table): TableRequestCounts {
  const tableRequests: TableRequestCounts = { requests: 0, trips: 0, items: 0, readUnits: 0 }
  table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const trip = tableRequests.trips + 1
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } })
        tableRequests.requests += 1
        tableRequests.trips = Math.max(tableRequests.trips, trip)
        const { output } = result
        const capacity = 'ConsumedCapacity' in output ? [output.ConsumedCapacity ?? []].flat() : []
        const units = capacity.reduce((sum, used) => sum + ('CapacityUnits' in used ? (used.CapacityUnits ?? 0) : 0), 0)
        if (/^(Get|BatchGet|Query)/.test(commandName)) tableRequests.readUnits += Math.max(0.5, units)
        if ('ScannedCount' in output) tableRequests.items += output.ScannedCount ?? 0
        return result
      },
    { step: 'initialize' },
  )
  return tableRequests
}

/**
 * Returns the size of a value in bytes by DynamoDB's manual: names and texts in UTF-8; for a number, one byte and one more for each
 * two digits; for a list, three bytes and one more for each entry. What the manual adds for a map in an item is left out.
 */
export function byteSizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return 1 + Math.ceil(String(value).length / 2)
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, part) => sum + 1 + byteSizeOf(part), 0)
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((sum, [name, part]) => sum + Buffer.byteLength(name) + byteSizeOf(part), 0)
}
