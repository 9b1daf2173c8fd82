import { unavailableError } from '../failures/app-error.ts'

/** Tells which table to use. The answer can change while a function runs, because operators can switch to a restored table. */
export interface TableInUse {
  forReading(): Promise<string>
  /** Throws a 503 while the table is being changed, or if it cannot be known which table is in use. */
  forWriting(): Promise<string>
}

export const fixedTable = (name: string): TableInUse => ({ forReading: async () => name, forWriting: async () => name })

interface TableState {
  name: string
  /** True while operators change the table. Nothing is written then. */
  isReadOnly: boolean
}

const readOnlyEnd = ' read-only'

/** Returns the text in which a parameter stores which table is in use. */
export const tableStateText = ({ name, isReadOnly }: TableState) => `${name}${isReadOnly ? readOnlyEnd : ''}`

/** Reads the text of a parameter. Without a parameter, the stack's own table is in use. */
export function readTableState(text: string | undefined, own: string): TableState {
  const isReadOnly = text?.endsWith(readOnlyEnd) ?? false
  return { name: text?.slice(0, isReadOnly ? -readOnlyEnd.length : undefined) ?? own, isReadOnly }
}

/** After how many milliseconds a function asks again which table is in use. */
export const tableRefreshMs = 30_000

/**
 * For how many milliseconds a function may write to a table without having asked again. A function that gets no answer for so long
 * writes nothing, because operators may be changing the table.
 */
const writableMs = 60_000

/** How long a function waits after a failed question before it asks again. */
const pauseMs = 5000

/**
 * The time after which no function writes to a table any more that an operator has made read-only: `writableMs`, and the longest
 * time that a write which has begun may take, with all its attempts.
 */
export const tableDrainMs = writableMs + 15_000

interface Question {
  /** The name of the stack's own table. */
  own: string
  /** Reads the parameter with the table's state. Resolves to undefined if there is no parameter. */
  readParameter: () => Promise<string | undefined>
  now: () => number
}

/** Asks a parameter which table is in use, and remembers the answer for `tableRefreshMs`. */
export function openTableInUse({ own, readParameter, now }: Question): TableInUse {
  let known: (TableState & { readAt: number }) | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    // The answer is as old as the question, because the parameter may change before the answer arrives.
    const readAt = now()
    try {
      known = { ...readTableState(await readParameter(), own), readAt }
    } catch (error) {
      if (!known) throw error
      failedAt = now()
    }
  }

  async function find() {
    const isDue = !known || (now() - known.readAt >= tableRefreshMs && now() - failedAt >= pauseMs)
    if (isDue) {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      await asking
    }
    if (!known) throw unavailableError()
    return known
  }

  return {
    async forReading() {
      return (await find()).name
    },
    async forWriting() {
      const { name, isReadOnly, readAt } = await find()
      if (isReadOnly || now() - readAt >= writableMs) throw unavailableError()
      return name
    },
  }
}
