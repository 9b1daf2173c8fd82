import { useEffect, useRef, useState } from 'react'
import { listSealKeys } from '#shared/api/proofs.ts'
import { readSettings } from '#shared/api/settings.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { formatDetailDate } from '../../lib/browser/format.ts'
import { loadPart } from '../../lib/browser/load-part.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { toast } from '../../lib/browser/toast.ts'
import { verifyPath } from '../../lib/navigation/verify-path.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './audit.module.css'
import { type AuditRequestBody, fetchAuditRecords } from './audit-request.ts'

interface DownloadPacketProps {
  bodies: AuditRequestBody[]
  records: AuditRecord[]
  /** Returns the given records without those that the user has deselected. */
  chosen: (records: readonly AuditRecord[]) => AuditRecord[]
}

/** Records older than this, in ms, are read again before the download, because their picture URLs are valid for fifteen minutes. */
const freshMs = 8 * 60_000

const importMakePacket = () => import('./packet/make-packet.ts')
const packetFailed = 'Failed to create the packet'

/**
 * Returns the period of the packet in words: the requested days or, if numbers were requested, the first and the last day of the
 * deliveries.
 */
function periodOf(bodies: readonly AuditRequestBody[], records: readonly AuditRecord[]): string {
  const [first] = bodies
  const days =
    first && 'from' in first
      ? [first.from, first.to]
      : records.flatMap(({ deliveries }) => deliveries.flatMap(({ delivered_at }) => delivered_at ?? [])).toSorted()
  const [from, to] = [days[0], days.at(-1)].map((day) => day && formatDetailDate(day))
  return from === to ? (from ?? '') : `${from} to ${to}`
}

/**
 * Reads the public keys with which the seals of deliveries can be verified. Returns an empty list if the call fails. The packet is
 * made nevertheless, but the page in it that checks seals then accepts none.
 */
const readSealKeys = () =>
  call(listSealKeys, {}).then(
    ({ body }) => body,
    (error: unknown) => {
      if (error instanceof CallError) return []
      throw error
    },
  )

const countOf = (count: number) => (count === 1 ? '1 prescription' : `${count} prescriptions`)

/** A button that makes the packet in this browser and downloads it. Meanwhile it shows the progress, and a button to cancel. */
export function DownloadPacketButton({ bodies, records, chosen }: DownloadPacketProps) {
  const [progress, setProgress] = useState<number>()
  const [foundAt] = useState(() => performance.now())
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function make(signal: AbortSignal) {
    const [{ makePacket }, { body: settings }, sealKeys, fresh] = await Promise.all([
      loadPart(importMakePacket),
      call(readSettings, {}),
      readSealKeys(),
      performance.now() - foundAt < freshMs ? records : fetchAuditRecords(bodies),
    ])
    signal.throwIfAborted()
    const { name: organisation, npi_number, nabp_number, time_zone } = settings
    const taken = chosen(fresh)
    const verify_url = new URL(verifyPath, location.origin).href
    const head = { organisation, npi_number, nabp_number, time_zone, verify_url, period: periodOf(bodies, taken) }
    return makePacket({ head, records: taken, sealKeys, signal, onProgress: setProgress })
  }

  async function download() {
    const controller = new AbortController()
    running.current = controller
    setProgress(0)
    try {
      saveFile(await make(controller.signal), 'audit-packet.zip')
    } catch (error) {
      if (!controller.signal.aborted) toast.error((error instanceof CallError && error.detail) || packetFailed)
    } finally {
      setProgress(undefined)
    }
  }

  const taken = chosen(records)
  const answered = taken.filter(({ deliveries }) => deliveries.length > 0).length
  return (
    <div className={styles.packet}>
      <Button
        variant="primary"
        busy={progress !== undefined}
        busyText="Creating packet..."
        aria-disabled={taken.length === 0}
        onClick={() => void (taken.length > 0 && download())}
      >
        Download packet
      </Button>
      {progress === undefined && (
        <p className="muted">
          {countOf(taken.length)}: {answered} with a delivery, {taken.length - answered} without
        </p>
      )}
      {progress !== undefined && (
        <>
          <ProgressBar label="Packet" value={progress} text={`${Math.round(progress * 100)}%`} />
          <Button onClick={() => running.current?.abort()}>Cancel</Button>
        </>
      )}
    </div>
  )
}
