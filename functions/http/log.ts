const levels: readonly string[] = ['INFO', 'WARN', 'ERROR', 'SILENT']

type Fields = Readonly<Record<string, unknown>>

/** A function's log: one line of JSON for each thing that is said. */
export interface Log {
  info(message: string, fields: Fields): void
  warn(message: string, fields: Fields): void
  error(message: string, fields: Fields): void
}

/** Past the console, whose lines Lambda puts a text of its own before. */
const toStandardOutput = (line: string) => process.stdout.write(`${line}\n`)

/** Says nothing below `level`: INFO (also for a level that is not known), WARN, ERROR or SILENT. */
export function openLog(level = 'INFO', write: (line: string) => void = toStandardOutput): Log {
  const least = levels.indexOf(level)
  const say = (at: number) => (message: string, fields: Fields) => {
    if (at < least) return
    const line = { level: levels[at], message, timestamp: new Date().toISOString(), service: 'carelane', ...fields }
    write(JSON.stringify(line))
  }
  return { info: say(0), warn: say(1), error: say(2) }
}
