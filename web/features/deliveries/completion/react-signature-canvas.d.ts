declare module 'react-signature-canvas' {
  import { type CanvasHTMLAttributes, Component } from 'react'
  import type { Stroke } from './strokes.ts'

  interface SignatureCanvasProps {
    minWidth?: number
    maxWidth?: number
    throttle?: number
    penColor?: string
    backgroundColor?: string
    clearOnResize?: boolean
    onBegin?: () => void
    onEnd?: () => void
    canvasProps?: CanvasHTMLAttributes<HTMLCanvasElement> & Record<`data-${string}`, string>
  }

  class SignatureCanvas extends Component<SignatureCanvasProps> {
    clear(): void
    fromData(strokes: Stroke[]): void
    toData(): Stroke[]
    toDataURL(type: 'image/png'): string
    getCanvas(): HTMLCanvasElement
  }

  const exported: typeof SignatureCanvas | { default: typeof SignatureCanvas }
  export default exported
  export type { SignatureCanvas }
}
