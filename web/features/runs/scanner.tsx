import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { beep } from '../../lib/browser/beep.ts'
import { announce } from '../../ui/announce.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { openQrCodeReader, type QrCodeReader } from './code-reader.ts'
import styles from './run.module.css'

/** The pause between two attempts to read the picture, in milliseconds. */
const pauseMs = 200
/** A code that stays in the picture is read again only after this time, in milliseconds. */
const againMs = 4000

interface ScannerProps {
  /** Loads the package that the code names. Resolves to the patient's name, or to the reason why the package cannot be loaded. */
  onCode: (code: string) => Promise<{ name: string; refusal: string }>
}

/** Loads the QR reader that this browser needs, and returns the scanner's component with it. */
export async function loadScanner() {
  const readCode = await openQrCodeReader()
  return (props: ScannerProps) => <Scanner {...props} readCode={readCode} />
}

/** Reads the codes of one slip after another with the device's camera until the scanner is closed. */
function Scanner({ onCode, readCode }: ScannerProps & { readCode: QrCodeReader }) {
  const video = useRef<HTMLVideoElement>(null)
  const [messages, setMessages] = useState<{ text: string; isRefusal: boolean }[]>([])
  const [problem, setProblem] = useState('')
  const read = useEffectEvent(async (code: string) => {
    const { name, refusal } = await onCode(code)
    const text = refusal || `${name} is loaded`
    // A high tone for success and a low one for failure, because the user looks at the packages and not at the phone.
    beep(refusal === '' ? 1200 : 300)
    announce(text)
    setMessages((before) => [{ text, isRefusal: refusal !== '' }, ...before])
  })

  useEffect(() => {
    let stream: MediaStream | undefined
    let isClosed = false
    let last = { code: '', at: 0 }
    async function watch() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      if (video.current) video.current.srcObject = stream
      while (!isClosed) {
        const code = video.current && (await readCode(video.current))
        const now = performance.now()
        if (code && (code !== last.code || now - last.at > againMs)) {
          last = { code, at: now }
          await read(code)
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    watch()
      .catch(() => {
        if (!isClosed) setProblem('Could not access camera. Enter the slip’s code instead.')
      })
      .finally(stop)
    return () => {
      isClosed = true
      stop()
    }
  }, [readCode])

  return (
    <div className={styles.scanner}>
      <video ref={video} autoPlay playsInline muted aria-label="Camera" />
      <LiveRegion role="alert">{problem}</LiveRegion>
      <ul className={styles.plain}>
        {messages.map(({ text, isRefusal }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the latest message comes first, and none is ever removed
          <li key={messages.length - i} className={isRefusal ? styles.refused : styles.tick}>
            {!isRefusal && <CheckIcon />} {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
