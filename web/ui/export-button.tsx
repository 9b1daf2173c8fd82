import { useEffect, useRef, useState } from 'react'
import { byteOrderMark } from '../lib/browser/csv.ts'
import { saveFile } from '../lib/browser/save-file.ts'
import { toast } from '../lib/browser/toast.ts'
import { useToday } from '../lib/session/clock.ts'
import { Button } from './button.tsx'
import styles from './export-button.module.css'
import { Live } from './live.tsx'

export interface ExportProgress {
  signal: AbortSignal
  /** Receives how many there are by now. */
  tell: (count: number) => void
}

interface ExportButtonProps {
  /** How the name of the file begins. */
  name: string
  /** `3 events` */
  countOf: (count: number) => string
  failure: string
  /** Reads everything and answers the lines of the file. */
  collect: (progress: ExportProgress) => Promise<readonly string[]>
}

/** Everything that a list has, as a CSV: made as far as it has come, and to be stopped. */
export function ExportButton({ name, countOf, failure, collect }: ExportButtonProps) {
  const today = useToday()
  const [count, setCount] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run() {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setCount(0)
    try {
      const lines = await collect({ signal, tell: (done) => signal.aborted || setCount(done) })
      signal.throwIfAborted()
      saveFile(new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' }), `${name}-${today}.csv`)
    } catch {
      if (!signal.aborted) toast.error(failure)
    } finally {
      if (running.current === controller) setCount(undefined)
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = undefined
    setCount(undefined)
  }

  const isRunning = count !== undefined
  return (
    <div className={styles.export}>
      <Live role="status" className="muted small tabular">
        {isRunning && `Exporting: ${countOf(count)}`}
      </Live>
      {isRunning && (
        <Button size="small" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button size="small" busy={isRunning} busyText="Exporting..." onClick={() => void run()}>
        Export CSV
      </Button>
    </div>
  )
}
