import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { beep } from '../../lib/browser/beep.ts'
import { announce } from '../../ui/announce.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
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

/** A function that reads the text of a QR code in the current picture of a video. Resolves to undefined if the picture has none. */
type QrCodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The part of the browser's Shape Detection API that is used here. Not every browser has it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

declare global {
  var BarcodeDetector:
    | { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }
    | undefined
}

/** The width of the picture that the library reads, in pixels: enough for a slip at arm's length, and quickly read. */
const readWidth = 640

/** Resolves to the browser's own QR reader or, if the browser has none, to one from a library, which is then loaded. */
async function openQrCodeReader(): Promise<QrCodeReader> {
  const own = globalThis.BarcodeDetector
  if (own && (await own.getSupportedFormats()).includes('qr_code')) {
    const detector = new own({ formats: ['qr_code'] })
    return async (video) => (isReady(video) ? (await detector.detect(video))[0]?.rawValue : undefined)
  }
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const drawn = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (!drawn || !isReady(video)) return undefined
    canvas.width = readWidth
    canvas.height = Math.round((readWidth * video.videoHeight) / video.videoWidth)
    drawn.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decode(drawn.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // The library throws if the picture contains no code, which is the usual case.
      return undefined
    }
  }
}

const isReady = ({ readyState, videoWidth }: HTMLVideoElement) => readyState >= 2 && videoWidth > 0
