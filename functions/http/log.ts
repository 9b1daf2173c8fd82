const levels: readonly string[] = ['INFO', 'WARN', 'ERROR', 'SILENT']

type Fields = Readonly<Record<string, unknown>>

/** The log of a function: one line of JSON per message. */
export interface Log {
  info(message: string, fields: Fields): void
  warn(message: string, fields: Fields): void
  error(message: string, fields: Fields): void
}

/** Bypasses the console, because Lambda prefixes the console's lines. */
const toStandardOutput = (line: string) => process.stdout.write(`${line}\n`)

/** Logs nothing below `level`: INFO (also used for an unknown level), WARN, ERROR or SILENT. */
export function openLog(level = 'INFO', write: (line: string) => void = toStandardOutput): Log {
  const least = levels.indexOf(level)
  const say = (at: number) => (message: string, fields: Fields) => {
    if (at < least) return
    const line = { level: levels[at], message, timestamp: new Date().toISOString(), service: 'carelane', ...fields }
    write(JSON.stringify(line))
  }
  return { info: say(0), warn: say(1), error: say(2) }
}
