const levels: readonly string[] = ['INFO', 'WARN', 'ERROR', 'SILENT']

type Fields = Readonly<Record<string, unknown>>

/** The log of a function. Each message is one line of JSON. */
export interface Log {
  info(message: string, fields: Fields): void
  warn(message: string, fields: Fields): void
  error(message: string, fields: Fields): void
}

/** Writes to standard output directly, because Lambda adds a prefix to lines of the console. */
const toStandardOutput = (line: string) => process.stdout.write(`${line}\n`)

/** The version of the Lambda function, by which an alarm tells a new version's errors from the old one's. Absent on a laptop. */
const { AWS_LAMBDA_FUNCTION_VERSION: version } = process.env

/** Opens a log that drops messages below `level`: INFO, WARN, ERROR or SILENT. An unknown level counts as INFO. */
export function openLog(level = 'INFO', write: (line: string) => void = toStandardOutput): Log {
  const least = levels.indexOf(level)
  const say = (at: number) => (message: string, fields: Fields) => {
    if (at < least) return
    const line = {
      level: levels[at],
      message,
      timestamp: new Date().toISOString(),
      service: 'carelane',
      version,
      ...fields,
    }
    write(JSON.stringify(line))
  }
  return { info: say(0), warn: say(1), error: say(2) }
}
