import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'
import { signatureSize } from '../deliveries/unsent/strokes.ts'

const margin = 40
const largest = 130

/** Writes the name in the given size, or smaller if it would not fit, in a handwriting font if the device has one. */
function write(context: CanvasRenderingContext2D, name: string, { size, y }: { size: number; y: number }) {
  const room = signatureSize.width - 2 * margin
  const font = (pixels: number) => `italic ${pixels}px "Segoe Script", "Snell Roundhand", "Dancing Script", cursive`
  context.font = font(size)
  context.font = font(Math.min(size, (size * room) / Math.max(context.measureText(name).width, 1)))
  context.fillText(name, signatureSize.width / 2, y)
}

function cross(context: CanvasRenderingContext2D) {
  const [x, y, half] = [signatureSize.width / 2, 110, 80]
  context.lineWidth = 6
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(x - half, y - half)
  context.lineTo(x + half, y + half)
  context.moveTo(x + half, y - half)
  context.lineTo(x - half, y + half)
  context.stroke()
}

/**
 * Returns the picture of a signature that was not drawn, as a PNG data URL: the name, or an X with the name below. Returns '' if
 * there is no name.
 */
export function writtenSignatureImage({ signature_method, signer_name }: CompletionValues): string {
  const name = signer_name.trim()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, signatureSize)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context || name === '') return ''
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = context.strokeStyle = '#000'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  if (signature_method === 'mark') {
    cross(context)
    write(context, name, { size: 48, y: 250 })
  } else write(context, name, { size: largest, y: canvas.height / 2 })
  return canvas.toDataURL('image/png')
}
