import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../lib/browser/save-file.ts'
import { toast } from '../lib/browser/toast.ts'
import { useToday } from '../lib/session/clock.ts'
import { Button } from './button.tsx'
import styles from './export-button.module.css'
import { LiveRegion } from './live-region.tsx'

export interface ExportProgressHandle {
  signal: AbortSignal
  /** Call with the number of records read so far. */
  onProgress: (count: number) => void
}

interface ExportButtonProps {
  children: string
  size?: 'small' | undefined
  /** The start and the end of the file's name. The day is inserted between them. */
  name: readonly [string, string]
  /** Formats a count, such as `3 events`. */
  countOf: (count: number) => string
  failure: string
  /** Reads all records and returns the file. */
  make: (progress: ExportProgressHandle) => Promise<Blob>
}

/** A button that exports all records as a file, shows the progress and can be cancelled. */
export function ExportButton({ children, size, name, countOf, failure, make }: ExportButtonProps) {
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
      const file = await make({ signal, onProgress: (done) => signal.aborted || setCount(done) })
      signal.throwIfAborted()
      const [first, ending] = name
      saveFile(file, `${first}-${today}.${ending}`)
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
      <LiveRegion role="status" className="muted small tabular">
        {isRunning && `Exporting: ${countOf(count)}`}
      </LiveRegion>
      {isRunning && (
        <Button size={size} onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button size={size} busy={isRunning} busyText="Exporting..." onClick={() => void run()}>
        {children}
      </Button>
    </div>
  )
}
