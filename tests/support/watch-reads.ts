import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export interface ReadCounts {
  /** The number of items that queries, gets and batches of gets have read. */
  items: number
  /** How many times the caller waited for the table. Parallel calls count once. */
  roundTrips: number
  commands: string[]
}

/** Counts the requests of a client to the table from now on. `take` returns the counts and sets them back to zero. */
export function watchReads(client: DynamoDBDocumentClient): { take(): ReadCounts } {
  let reads: ReadCounts = { items: 0, roundTrips: 0, commands: [] }
  let inFlight = 0
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (inFlight++ === 0) reads.roundTrips++
        reads.commands.push(commandName)
        try {
          const result = await next(args)
          const output: object = result.output
          if ('ScannedCount' in output) reads.items += Number(output.ScannedCount)
          else if ('Item' in output) reads.items++
          else if ('Responses' in output && output.Responses)
            reads.items += Object.values(output.Responses).flat().length
          return result
        } finally {
          inFlight--
        }
      },
    { step: 'initialize', name: 'watchReads' },
  )
  return {
    take() {
      const taken = reads
      reads = { items: 0, roundTrips: 0, commands: [] }
      return taken
    },
  }
}
