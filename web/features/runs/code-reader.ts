/** A function that reads the text of a QR code in the current picture of a video. Resolves to undefined if the picture has none. */
export type QrCodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

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
export async function openQrCodeReader(): Promise<QrCodeReader> {
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
