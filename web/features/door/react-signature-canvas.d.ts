declare module 'react-signature-canvas' {
  import { type CanvasHTMLAttributes, Component } from 'react'
  import type { Stroke } from '../deliveries/unsent/strokes.ts'

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

  /** The drawing object inside the React component. Its line widths are in the units of the canvas's current transform. */
  interface InnerPad {
    minWidth: number
    maxWidth: number
    fromData(strokes: Stroke[]): void
  }

  class SignatureCanvas extends Component<SignatureCanvasProps> {
    toData(): Stroke[]
    toDataURL(type: 'image/png'): string
    getCanvas(): HTMLCanvasElement
    getSignaturePad(): InnerPad
  }

  const exported: typeof SignatureCanvas | { default: typeof SignatureCanvas }
  export default exported
  export type { SignatureCanvas }
}
